import { type ReviewSheet, useReviewSheet } from '../../shared/forms/review-sheet.ts'
import type { Outcome, Proposal } from './proposal.ts'
import { type Confirmed, useSend } from './use-send.ts'

export type OrderFlow = Omit<ReviewSheet<Proposal, Outcome>, 'show'> & Readonly<{ pending: boolean; confirm: (shown: Confirmed) => void }>

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
    confirm: (shown) => {
      if (stage?.kind === 'review' && !pending) void send(stage.proposal, shown, stage.idempotencyKey)
    },
  }
}
