import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { usStockFees } from '../markets/us.ts'
import { type AccountState, type Outcome, post } from '../ledger/account-state.ts'
import { acceptOrder } from '../orders/accept.ts'
import { bookExecution } from '../orders/book-execution.ts'
import { endOrder } from '../orders/end.ts'
import type { EndReason } from '../orders/order.ts'
import type { Result } from '../result.ts'
import { NOW, OPEN_MARKET, TODAY, TOMORROW, orderRequest, accountStateWith, plainHash, usTerms } from '../testing/us.ts'
import type { MessageDraft } from './message.ts'
import { messageKind, messagesOf } from './records.ts'

/** Given this order and what became of it, then exactly these messages. */
const books = (): AccountState => accountStateWith(10_000_000n)

/** Posts an outcome as the write path does: its messages are collected before it changes the account state. */
function apply(to: AccountState, result: Result<Outcome>): readonly MessageDraft[] {
  if (!result.ok) throw new Error(`refused: ${result.refusal}`)
  const told = messagesOf(to, result.value)
  post(to, result.value, NOW, plainHash)
  return told
}

function place(to: AccountState, change: Parameters<typeof orderRequest>[0] = {}): readonly MessageDraft[] {
  const accepted = acceptOrder(to, orderRequest(change), usTerms(), NOW)
  return apply(to, accepted.ok ? { ok: true, value: accepted.value.outcome } : accepted)
}

const fill = (to: AccountState, sequence: number, quantity: string, price: string, orderId = 'order-1'): readonly MessageDraft[] => {
  const execution = {
    orderId,
    sequence,
    price: scaled(price),
    quantity: scaled(quantity),
    resting: false,
    match: null,
    market: OPEN_MARKET,
    at: NOW,
  }
  const terms = { fees: usStockFees, market: 'US', newPosition: { id: 'position-1', number: 'P' } }
  return apply(to, bookExecution(to, { ...execution, tradeDate: TODAY, settlementDate: TOMORROW }, terms, NOW))
}

const end = (to: AccountState, reason: EndReason): readonly MessageDraft[] =>
  apply(to, endOrder(to, { orderId: 'order-1', reason, tradeDate: TODAY }, NOW))

const link = 'order:order-1'

describe('an order tells its end, once', () => {
  it('nothing when it is accepted, nothing for a part of it, one message when it is filled whole', () => {
    const mine = books()
    expect(place(mine)).toEqual([])
    expect(fill(mine, 1, '100', '182.30')).toEqual([])
    const facts = { instrument: 'US:ARDV', quantity: '150', price: '182.32', charges: '8.20 USD' }
    expect(fill(mine, 2, '50', '182.36')).toEqual([{ template: 'order.bought', facts, link }])
  })

  it('nothing when the last execution is told again', () => {
    const mine = books()
    place(mine)
    fill(mine, 1, '150', '182.37')
    expect(fill(mine, 1, '150', '182.37')).toEqual([])
  })

  it('a sale with what was sold and what it cost', () => {
    const mine = books()
    place(mine)
    fill(mine, 1, '150', '182.37')
    place(mine, { id: 'order-2', side: 'sell', limitPrice: scaled('190'), quantity: scaled('150') })
    const facts = { instrument: 'US:ARDV', quantity: '150', price: '190', charges: '9.17 USD' }
    expect(fill(mine, 2, '150', '190', 'order-2')).toEqual([{ template: 'order.sold', facts, link: 'order:order-2' }])
  })

  it.each(['CANCELLED', 'EXPIRED', 'NO_LIQUIDITY'] as const)('what was filled and what was not, when it ends %s', (reason) => {
    const mine = books()
    place(mine)
    fill(mine, 1, '100', '182.30')
    const facts = { instrument: 'US:ARDV', quantity: '100', ordered: '150', price: '182.3', charges: '5.47 USD', reason }
    expect(end(mine, reason)).toEqual([{ template: 'order.boughtPart', facts, link }])
  })

  it.each(['EXPIRED', 'NO_LIQUIDITY', 'OUTSIDE_BAND', 'SELF_TRADE', 'SYSTEM'] as const)('that it ended without a fill: %s', (reason) => {
    const mine = books()
    place(mine)
    expect(end(mine, reason)).toEqual([{ template: 'order.ended', facts: { instrument: 'US:ARDV', quantity: '150', reason }, link }])
  })

  it.each(['CANCELLED', 'POSITION_CLOSED', 'SIBLING_FILLED'] as const)(
    'nothing when it ended before anything was filled by what its customer did: %s',
    (reason) => {
      const mine = books()
      place(mine)
      expect(end(mine, reason)).toEqual([])
    },
  )
})

it('what a rule tells stands behind the order it ended', () => {
  const mine = books()
  const welcome = { template: 'account.welcome', facts: {}, link: null } as const
  expect(messagesOf(mine, { entries: [], events: messageKind.happened(welcome) })).toEqual([welcome])
})
