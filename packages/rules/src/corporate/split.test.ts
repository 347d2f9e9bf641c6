import { describe, expect, it } from 'vitest'
import { formatScaled, scaled } from '../decimal.ts'
import { usStockFees } from '../markets/us.ts'
import { type AccountState, post } from '../ledger/account-state.ts'
import { acceptOrder } from '../orders/accept.ts'
import { bookExecution } from '../orders/book-execution.ts'
import { averageCostOf, quantityOf } from '../positions/position.ts'
import { ARDV, NOW, OPEN_MARKET, TODAY, TOMORROW, orderRequest, accountStateWith, plainHash, usTerms } from '../testing/us.ts'
import type { Split } from './action.ts'
import { bookSplit } from './split.ts'
import { orderKind } from '../orders/records.ts'
import { positionKind } from '../positions/records.ts'
import { messageKind } from '../messages/records.ts'

const split = (newShares: bigint, oldShares: bigint): Split => ({
  kind: 'split',
  instrumentId: ARDV.id,
  exDate: TOMORROW,
  newShares,
  oldShares,
})

function place(state: AccountState, change: Parameters<typeof orderRequest>[0]): void {
  const accepted = acceptOrder(state, orderRequest(change), usTerms(), NOW)
  if (!accepted.ok) throw new Error(accepted.refusal)
  post(state, accepted.value.outcome, NOW, plainHash)
}

/** An account with this many shares bought at 100.00; the commission is their cost too. */
function holding(shares: string): AccountState {
  const state = accountStateWith(10_000_000n)
  place(state, { id: 'first', limitPrice: scaled('100'), quantity: scaled(shares) })
  const execution = {
    orderId: 'first',
    sequence: 1,
    price: scaled('100'),
    quantity: scaled(shares),
    resting: false,
    match: null,
    market: OPEN_MARKET,
    at: NOW,
  }
  const terms = { fees: usStockFees, market: 'US', newPosition: { id: 'position-1', number: 'P' } }
  const booked = bookExecution(state, { ...execution, tradeDate: TODAY, settlementDate: TOMORROW }, terms, NOW)
  if (!booked.ok) throw new Error(booked.refusal)
  post(state, booked.value, NOW, plainHash)
  return state
}

function apply(state: AccountState, action: Split, priorClose = '91') {
  const booking = { split: action, priorClose: scaled(priorClose), venue: 'SIM', wallet: 'STOCK', currency: 'USD' } as const
  const decided = bookSplit(state, booking, NOW)
  if (!decided.ok) throw new Error(decided.refusal)
  post(state, decided.value, NOW, plainHash)
  return decided.value
}
const cashOf = (state: AccountState) => state.wallets.get('STOCK')?.cash ?? 0n

describe('splits (rule book D.9)', () => {
  it('seven for one: seven times the shares, the same cost, a seventh of the average', () => {
    const state = holding('100')
    const cash = cashOf(state)
    const outcome = apply(state, split(7n, 1n))
    const [{ entries }, messages] = [outcome, messageKind.in(outcome)]
    const position = positionKind.of(state).get(ARDV.id)
    if (position === undefined) throw new Error('no position')
    expect(formatScaled(quantityOf(position))).toBe('700')
    expect(position.cost).toBe(1_000_300n)
    expect(formatScaled(averageCostOf(position, 100n))).toBe('14.29')
    expect(cashOf(state)).toBe(cash)
    expect(entries).toEqual([
      {
        journal: 'J97',
        cause: { kind: 'split', id: `US:ARDV:${TOMORROW}:split`, step: 0 },
        lines: [
          { account: 'H:MKTSEC:SIM:US:ARDV', asset: 'US:ARDV', amount: -scaled('600') },
          { account: 'U:SEC:US:ARDV', asset: 'US:ARDV', amount: scaled('600') },
        ],
        valueDate: TOMORROW,
      },
    ])
    const facts = { instrument: 'US:ARDV', from: '1', to: '7', before: '100', after: '700' }
    expect(messages).toEqual([{ template: 'split.applied', facts, link: 'instrument:US:ARDV' }])
  })

  it('one for ten: the fraction is paid at the close before, with its part of the cost', () => {
    const state = holding('105')
    const cash = cashOf(state)
    const outcome = apply(state, split(1n, 10n), '0.55')
    const [{ entries }, messages] = [outcome, messageKind.in(outcome)]
    const position = positionKind.of(state).get(ARDV.id)
    if (position === undefined) throw new Error('no position')
    expect(formatScaled(quantityOf(position))).toBe('10')
    // Half a new share is five old ones at 0.55.
    expect(cashOf(state) - cash).toBe(275n)
    expect(position.cost).toBe(1_000_300n)
    expect(position.realised).toBe(275n - 50_015n)
    expect(entries.map(({ journal, lines }) => [journal, lines.map(({ account, amount }) => `${account} ${amount}`)])).toEqual([
      ['J97', [`U:SEC:US:ARDV -${scaled('95')}`, `H:MKTSEC:SIM:US:ARDV ${scaled('95')}`, 'H:MKT:SIM:USD -275', 'U:STOCK:CASH 275']],
    ])
    expect(messages?.[1]).toEqual({
      template: 'split.cash',
      facts: { instrument: 'US:ARDV', quantity: '0.5', price: '5.5', amount: '2.75 USD' },
      link: 'instrument:US:ARDV',
    })
  })

  it('a holding of less than one new share ends, and its whole cost is realised', () => {
    const state = holding('4')
    apply(state, split(1n, 10n), '0.55')
    expect(positionKind.of(state).get(ARDV.id)).toBeUndefined()
  })

  it('orders at work end by the house, their holds released before the shares are counted', () => {
    const state = holding('100')
    place(state, { id: 'buy', limitPrice: scaled('150'), quantity: scaled('10') })
    place(state, { id: 'sell', side: 'sell', limitPrice: scaled('190'), quantity: scaled('40') })
    place(state, { id: 'sell-too', side: 'sell', limitPrice: scaled('200'), quantity: scaled('60') })
    const outcome = apply(state, split(2n, 1n))
    expect(outcome.entries.map(({ journal }) => journal)).toEqual(['J31', 'J31', 'J31', 'J97'])
    expect(orderKind.in(outcome).map(({ status, endReason }) => `${status} ${endReason}`)).toEqual(Array(3).fill('cancelled SYSTEM'))
    expect(state.wallets.get('STOCK')?.hold).toBe(0n)
    expect(positionKind.of(state).get(ARDV.id)).toMatchObject({ free: scaled('200'), held: 0n })
  })

  it('without a holding, an order at work ends all the same', () => {
    const state = accountStateWith(10_000_000n)
    place(state, { id: 'buy', limitPrice: scaled('150'), quantity: scaled('10') })
    expect(apply(state, split(2n, 1n)).entries.map(({ journal }) => journal)).toEqual(['J31'])
  })

  it('an order that was not read is a bug, never shares counted twice', () => {
    const state = holding('100')
    place(state, { id: 'sell', side: 'sell', limitPrice: scaled('190'), quantity: scaled('40') })
    orderKind.of(state).clear()
    expect(() => apply(state, split(2n, 1n))).toThrow('was not read')
  })
})
