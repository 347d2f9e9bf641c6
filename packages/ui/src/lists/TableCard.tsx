import type { ReactNode } from 'react'
import { Card } from '../layout/Card.tsx'

/** A card around a table, whose rows reach its sides and whose head is of its colour. */
export const TableCard = ({ children }: Readonly<{ children: ReactNode }>) => (
  <Card className="overflow-clip [--table-head:var(--s1)] !px-0 !py-1">{children}</Card>
)
