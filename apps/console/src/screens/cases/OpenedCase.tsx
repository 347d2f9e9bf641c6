import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadedBlock } from '../../app/Table.tsx'
import { CaseColumns } from './CaseParts.tsx'

type OpenedCaseProps<Found> = Readonly<{
  /** What the case holds; asked for by whoever may look at it. */
  opened: UseQueryResult<Found>
  mayLook: boolean
  evidence: (found: Found) => ReactNode
  /** Null for whoever only looks. */
  decision: (found: Found) => ReactNode
}>

/** The evidence of a case and its decision, for whoever has it in hand. */
export function OpenedCase<Found>({ opened, mayLook, evidence, decision }: OpenedCaseProps<Found>) {
  if (!mayLook) return null
  return <LoadedBlock query={opened}>{(found) => <CaseColumns evidence={evidence(found)} decision={decision(found)} />}</LoadedBlock>
}
