import type { Transfer } from '@rueda/contract/transfers.ts'
import { transferStatusOfCode } from '@rueda/contract/codes.ts'
import type { Status } from '@rueda/ui/pills/Pill.tsx'
import type { Translate } from '../../shared/text/text.ts'

export type TransferState = (typeof transferStatusOfCode)[keyof typeof transferStatusOfCode]

const looks = {
  pending: { tone: 'warn', shape: 'clock' },
  done: { tone: 'up', shape: 'check' },
  failed: { tone: 'danger', shape: 'cross' },
  cancelled: { tone: 'flat', shape: 'slash' },
} as const

/** Null for a code that nobody knows here. */
export const stateOf = ({ status }: Pick<Transfer, 'status'>): TransferState | null =>
  status in transferStatusOfCode ? transferStatusOfCode[status as keyof typeof transferStatusOfCode] : null

export const lookOf = (state: TransferState | null) => (state === null ? ({ tone: 'flat', shape: 'dot' } as const) : looks[state])

/** True if its money is in the other wallet or on its way there. */
export const hasArrival = (transfer: Pick<Transfer, 'status'>): boolean => ['pending', 'done', null].includes(stateOf(transfer))

export function statusOf(t: Translate<'status'>, transfer: Pick<Transfer, 'status'>): Status {
  const state = stateOf(transfer)
  return { ...lookOf(state), label: state === null ? String(transfer.status) : t(`transfer.${state}`) }
}
