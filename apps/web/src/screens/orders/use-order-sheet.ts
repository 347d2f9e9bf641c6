import { useState } from 'react'
import { newIdempotencyKey } from '../../app/api.ts'
import type { Outcome, Proposal } from './proposal.ts'
import { useSend } from './use-send.ts'

/** Where an order is on its way from the ticket: being reviewed, or answered. */
export type Stage =
  | Readonly<{ kind: 'review'; proposal: Proposal; idempotencyKey: string }>
  | Readonly<{ kind: 'result'; proposal: Proposal; outcome: Outcome }>

export type OrderFlow = Readonly<{
  stage: Stage | null
  open: boolean
  pending: boolean
  review: (proposal: Proposal) => void
  confirm: () => void
  close: () => void
}>

/** One sheet from the review to the result. The order's key is made here, when the review opens. */
export function useOrderSheet({ onAccepted }: Readonly<{ onAccepted: () => void }>): OrderFlow {
  const [stage, setStage] = useState<Stage | null>(null)
  const [open, setOpen] = useState(false)
  const { send, pending } = useSend((outcome) => {
    if (outcome.kind === 'accepted') onAccepted()
    setStage((before) => (before === null ? before : { kind: 'result', proposal: before.proposal, outcome }))
  })
  return {
    stage,
    open,
    pending,
    review: (proposal) => {
      setStage({ kind: 'review', proposal, idempotencyKey: newIdempotencyKey() })
      setOpen(true)
    },
    confirm: () => {
      if (stage?.kind === 'review' && !pending) void send(stage.proposal, stage.idempotencyKey)
    },
    close: () => setOpen(false),
  }
}
