import { type ReviewSheet, useReviewSheet } from '../../shared/forms/review-sheet.ts'
import type { Outcome, Proposal } from './proposal.ts'
import { useSend } from './use-send.ts'

export type OrderFlow = Omit<ReviewSheet<Proposal, Outcome>, 'show'> & Readonly<{ pending: boolean; confirm: (feeVersion: number) => void }>

/** The sheet of an order, from its review to its result. */
export function useOrderSheet({ onAccepted }: Readonly<{ onAccepted: () => void }>): OrderFlow {
  const { show, ...sheet } = useReviewSheet<Proposal, Outcome>()
  const { send, pending } = useSend((outcome) => {
    if (outcome.kind === 'accepted') onAccepted()
    show(outcome)
  })
  const { stage } = sheet
  return {
    ...sheet,
    pending,
    confirm: (feeVersion) => {
      if (stage?.kind === 'review' && !pending) void send(stage.proposal, feeVersion, stage.idempotencyKey)
    },
  }
}
