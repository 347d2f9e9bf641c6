import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asApiError } from '../../app/api-error.ts'
import { call, newIdempotencyKey } from '../../app/api.ts'
import type { Outcome, Proposal } from './proposal.ts'

/** Where a transfer is on its way from the form: being reviewed, or answered. */
export type Stage =
  | Readonly<{ kind: 'review'; proposal: Proposal; idempotencyKey: string }>
  | Readonly<{ kind: 'result'; proposal: Proposal; outcome: Outcome }>

export type TransferFlow = Readonly<{
  stage: Stage | null
  open: boolean
  pending: boolean
  review: (proposal: Proposal) => void
  /** With the quote that is on screen; null within a currency. */
  confirm: (quoteId: string | null) => void
  close: () => void
}>

const outdated = [wallets.all, wallets.one, wallets.overview, wallets.cashFlows, wallets.bill, transfers.list]

/** One sheet from the review to the result. The transfer's key is made here, when the review opens. */
export function useTransferSheet({ onAccepted }: Readonly<{ onAccepted: () => void }>): TransferFlow {
  const cache = useQueryClient()
  const [stage, setStage] = useState<Stage | null>(null)
  const [open, setOpen] = useState(false)
  const [pending, setPending] = useState(false)
  const send = async (proposal: Proposal, quoteId: string | null, idempotencyKey: string): Promise<void> => {
    setPending(true)
    const outcome = await outcomeOf(proposal, quoteId, idempotencyKey)
    setPending(false)
    // A quote that was sent is used up, whatever came of it.
    cache.removeQueries({ queryKey: [transfers.quote.path] })
    for (const read of outdated) void cache.invalidateQueries({ queryKey: [read.path] })
    if (outcome.kind === 'accepted') onAccepted()
    setStage({ kind: 'result', proposal, outcome })
  }
  return {
    stage,
    open,
    pending,
    review: (proposal) => {
      setStage({ kind: 'review', proposal, idempotencyKey: newIdempotencyKey() })
      setOpen(true)
    },
    confirm: (quoteId) => {
      if (stage?.kind === 'review' && !pending) void send(stage.proposal, quoteId, keyFor(stage.idempotencyKey, quoteId))
    },
    close: () => setOpen(false),
  }
}

const KEY_LENGTH = 64
/** Another quote is another request: its key is its own. */
const keyFor = (review: string, quoteId: string | null): string => (quoteId === null ? review : `${review}-${quoteId}`.slice(-KEY_LENGTH))

async function outcomeOf({ from, to, amount }: Proposal, quoteId: string | null, idempotencyKey: string): Promise<Outcome> {
  const input = { fromWalletType: from, toWalletType: to, amount, ...(quoteId === null ? {} : { quoteId }) }
  try {
    return { kind: 'accepted', transfer: await call(transfers.create, input, { idempotencyKey }) }
  } catch (thrown) {
    const error = asApiError(thrown)
    // "Still running" is no answer either: the first request may yet move the money.
    const unknown = error.kind !== 'refusal' || error.is('idempotency.still_running')
    return unknown ? { kind: 'unknown' } : { kind: 'refused', message: error.message }
  }
}
