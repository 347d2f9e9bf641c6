import type { Statement } from '@rueda/contract/statements.ts'
import { Money } from '@rueda/ui/money/Money.tsx'

type Fee = Statement['fees'][number]

export const FeeAmount = ({ fee }: Readonly<{ fee: Fee }>) => <Money value={fee.amount} currency={fee.currency} withCode own />
