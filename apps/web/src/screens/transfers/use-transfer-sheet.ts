import { transfers } from '@rueda/contract/transfers.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asApiError } from '../../shared/server/api-error.ts'
import { refreshAfter } from '../../shared/server/refresh-after.ts'
import { call } from '../../shared/server/api.ts'
import { type ReviewSheet, useReviewSheet } from '../../shared/forms/review-sheet.ts'
import type { Outcome, Proposal } from './proposal.ts'

export type TransferFlow = Omit<ReviewSheet<Proposal, Outcome>, 'show'> &
  Readonly<{
    pending: boolean
    /** With the quote that is on screen; null within a currency. */
    confirm: (quoteId: string | null) => void
  }>

/** The sheet of a transfer, from its review to its result. */
export function useTransferSheet({ onAccepted }: Readonly<{ onAccepted: () => void }>): TransferFlow {
  const cache = useQueryClient()
  const { show, ...sheet } = useReviewSheet<Proposal, Outcome>()
  const [pending, setPending] = useState(false)
  const { stage } = sheet
  const send = async (proposal: Proposal, quoteId: string | null, idempotencyKey: string): Promise<void> => {
    setPending(true)
    const outcome = await outcomeOf(proposal, quoteId, idempotencyKey)
    setPending(false)
    // A quote that was sent is used up, whatever the result.
    cache.removeQueries({ queryKey: [transfers.quote.path] })
    void refreshAfter(cache, transfers.create)
    if (outcome.kind === 'accepted') onAccepted()
    show(outcome)
  }
  return {
    ...sheet,
    pending,
    confirm: (quoteId) => {
      if (stage?.kind === 'review' && !pending) void send(stage.proposal, quoteId, keyFor(stage.idempotencyKey, quoteId))
    },
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
