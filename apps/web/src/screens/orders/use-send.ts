import { codeOfType } from '@rueda/contract/codes.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { hasStop } from '@rueda/rules/orders/order.ts'
import { isOnMargin } from '@rueda/rules/markets/markets.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asApiError } from '../../shared/server/api-error.ts'
import { refreshAfter } from '../../shared/server/refresh-after.ts'
import { call } from '../../shared/server/api.ts'
import { isZero } from '../../shared/orders/sizing.ts'
import type { OrderResult, Outcome, Proposal } from './proposal.ts'
import type { Preview } from './use-preview.ts'

/** What the review has shown and the order is held to. */
export type Confirmed = Pick<Preview, 'feeVersion' | 'worstPrice'>

/** Sends a proposal once. The key was made when its review opened, so a repeated request is the same order. */
export function useSend(onOutcome: (outcome: Outcome) => void) {
  const cache = useQueryClient()
  const [pending, setPending] = useState(false)
  const send = async (proposal: Proposal, shown: Confirmed, idempotencyKey: string) => {
    setPending(true)
    const outcome = await outcomeOf(place(proposal, shown, idempotencyKey))
    setPending(false)
    void refreshAfter(cache, orders.create)
    onOutcome(outcome)
  }
  return { pending, send }
}

/** With what the review has shown: the version of the commissions, and at market the worst price. */
function place(proposal: Proposal, { feeVersion, worstPrice }: Confirmed, idempotencyKey: string): Promise<OrderResult> {
  const seen = { feeVersion, ...(proposal.type === 'market' && !isZero(worstPrice) ? { worstPrice } : {}) }
  const { preview, positionId, quantity, type, price, market, name, stopLoss, lots } = proposal
  const waits = hasStop(type) || stopLoss !== null
  if (isOnMargin(market) && (positionId === null || waits))
    return call(
      orders.createMargin,
      { ...preview, ...seen, quantity, market, goldCode: preview.stockCode, goldName: name },
      { idempotencyKey },
    )
  if (positionId === null) return call(orders.create, { ...preview, ...seen }, { idempotencyKey })
  const closing = { id: positionId, ...seen, quantity, orderType: codeOfType[type], ...(price === null ? {} : { price }), ...lots }
  return call(positions.close, closing, { idempotencyKey })
}

async function outcomeOf(placed: Promise<OrderResult>): Promise<Outcome> {
  try {
    return { kind: 'accepted', result: await placed }
  } catch (thrown) {
    const error = asApiError(thrown)
    // "Still running" is no answer either: the first request may yet become the order.
    const unknown = error.kind !== 'refusal' || error.is('idempotency.still_running')
    if (unknown) return { kind: 'unknown' }
    return { kind: error.is('maintenance') ? 'notSent' : 'refused', message: error.message }
  }
}
