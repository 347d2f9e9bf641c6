import { useState } from 'react'
import { newIdempotencyKey } from '../server/api.ts'

/** The stage of a request about money after its form: being reviewed, or answered. */
export type ReviewStage<Proposal, Outcome> =
  | Readonly<{ kind: 'review'; proposal: Proposal; idempotencyKey: string }>
  | Readonly<{ kind: 'result'; proposal: Proposal; outcome: Outcome }>

export type ReviewSheet<Proposal, Outcome> = Readonly<{
  stage: ReviewStage<Proposal, Outcome> | null
  open: boolean
  review: (proposal: Proposal) => void
  show: (outcome: Outcome) => void
  close: () => void
}>

/** One sheet from the review to the result. The request's key is made here, when the review opens. */
export function useReviewSheet<Proposal, Outcome>(): ReviewSheet<Proposal, Outcome> {
  const [stage, setStage] = useState<ReviewStage<Proposal, Outcome> | null>(null)
  const [open, setOpen] = useState(false)
  return {
    stage,
    open,
    review: (proposal) => {
      setStage({ kind: 'review', proposal, idempotencyKey: newIdempotencyKey() })
      setOpen(true)
    },
    show: (outcome) => setStage((before) => (before === null ? before : { kind: 'result', proposal: before.proposal, outcome })),
    close: () => setOpen(false),
  }
}
