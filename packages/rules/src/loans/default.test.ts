import { beforeEach, describe, expect, it } from 'vitest'
import { formatScaled, scaled } from '../decimal.ts'
import { addDays } from '../calendar-date.ts'
import type { FundOrder } from '../funds/fund-order.ts'
import { fundOrderKind } from '../funds/records.ts'
import { payRedemption, redeem, strikeRedemption } from '../funds/redeem.ts'
import { chargedTotal } from '../fees/schedule.ts'
import { confirmSubscription, subscribe } from '../funds/subscribe.ts'
import type { Outcome } from '../ledger/account-state.ts'
import { transfer } from '../ledger/entry.ts'
import { acceptOrder } from '../orders/accept.ts'
import { bookExecution } from '../orders/book-execution.ts'
import { endOrder } from '../orders/end.ts'
import { isForced } from '../orders/order.ts'
import { orderKind } from '../orders/records.ts'
import { positionKind } from '../positions/records.ts'
import { usStockFees } from '../markets/us.ts'
import { ARDV, NOW, OPEN_MARKET, TODAY, TOMORROW, orderRequest, usTerms } from '../testing/us.ts'
import { type Item, coverOf, ltvOf } from './collateral.ts'
import { watchCover } from './default.ts'
import { sellPledged } from './sell-pledged.ts'
import { collectRedemption, workOff } from './work-off.ts'
import { pledgeKind } from './records.ts'

import { LOAN, LoanAccount, cashItem, linesOf, taken, toldOf } from '../testing/loans.ts'

/** What is asked for when collateral falls, and how it pays a loan in default (`docs/rules/loans.md` E.6, O.2). */
let account: LoanAccount
beforeEach(() => {
  account = new LoanAccount()
})

describe('cover (rule book O.2)', () => {
  it('asks for more above the call level and sells above the default level, of each kind and of all together', () => {
    const stock: Item = { kind: 'stock', ref: ARDV.id, quantity: scaled('10'), price: scaled('100') }
    const fund: Item = { kind: 'fund', ref: 'f', quantity: scaled('1000'), price: scaled('1') }
    expect(coverOf([cashItem(100_000n)])).toEqual({ value: 100_000n, limit: 90_000n, callAbove: 95_000n, failAbove: 98_000n })
    expect(coverOf([stock])).toEqual({ value: 100_000n, limit: 50_000n, callAbove: 65_000n, failAbove: 75_000n })
    expect(coverOf([fund])).toEqual({ value: 100_000n, limit: 70_000n, callAbove: 80_000n, failAbove: 88_000n })
    expect(coverOf([stock, fund])?.callAbove).toBe(145_000n)
    expect(coverOf([stock, { ...fund, price: null }])).toBeNull()
    expect([formatScaled(ltvOf(50_000n, 100_000n) ?? 0n), ltvOf(1n, 0n)]).toEqual(['0.5', null])
  })
  it('never asks on the day of the loan at the same prices', () => {
    account.lend({ amount: 900_000n })
    expect(watchCover(account.state, { loanId: LOAN, today: TODAY, valueDate: TODAY, cover: account.coverNow() }, NOW)).toEqual({
      entries: [],
    })
  })
  it('asks once a day, and does nothing by a price it does not have', () => {
    withShares(100n)
    account.lend({ amount: 900_000n, collateral: [shares(100n)], all: [shares(100n)] })
    const watching = (price: string | null, today = TODAY) => {
      const cover = account.coverNow(price === null ? null : scaled(price))
      return account.book(watchCover(account.state, { loanId: LOAN, today, valueDate: today, cover }, NOW))
    }
    expect(toldOf(watching(null))).toEqual([])
    expect(toldOf(watching('139'))).toEqual([])
    expect(toldOf(watching('138'))).toEqual(['loan.call'])
    expect(toldOf(watching('138'))).toEqual([])
    expect(toldOf(watching('138', addDays(TODAY, 1)))).toEqual(['loan.call'])
    expect(account.loan().status).toBe('active')
    expect(toldOf(watching('120'))).toEqual(['loan.defaulted'])
    expect(account.loan().status).toBe('selling')
  })
})

/** Bought at 100.00, settled. */
function withShares(count: bigint): void {
  account.grant('STOCK', 2_000_000n)
  account.book(
    taken(
      acceptOrder(
        account.state,
        orderRequest({ id: 'buy', limitPrice: scaled('100'), quantity: count * scaled('1') }),
        usTerms({ market: { last: scaled('100'), bid: scaled('100'), ask: scaled('100'), previousClose: scaled('100') } }),
        NOW,
      ),
    ).outcome,
  )
  const terms = { fees: usStockFees, market: 'US', newPosition: { id: 'position-1', number: 'P' } }
  const price = scaled('100')
  const execution = {
    orderId: 'buy',
    sequence: 1,
    price,
    quantity: count * scaled('1'),
    resting: false,
    match: null,
    market: OPEN_MARKET,
    at: NOW,
  }
  account.book(taken(bookExecution(account.state, { ...execution, tradeDate: TODAY, settlementDate: TOMORROW }, terms, NOW)))
}
const shares = (count: bigint) =>
  ({ kind: 'stock', ref: ARDV.id, quantity: count * scaled('1'), price: scaled('182.36'), id: 'pledge-1' }) as const
const position = () => {
  const held = positionKind.of(account.state).get(ARDV.id)
  return { free: (held?.free ?? 0n) / scaled('1'), held: held?.held ?? 0n, locked: (held?.locked ?? 0n) / scaled('1') }
}

describe('default', () => {
  it('takes cash up to what is owed thirty days after the due date, and gives the rest back', () => {
    account.lend()
    account.pass(addDays(TODAY, 60))
    expect(account.loan().status).toBe('overdue')
    const last = account.pass(addDays(TODAY, 61))
    // 61 days of interest and 31 of penalty.
    const cost = 12_200n + 9_300n
    expect([account.loan().status, account.loan().debt, account.loan().writtenOff]).toEqual(['defaulted', 0n, 0n])
    expect(account.wallet()).toEqual({ cash: 1_500_000n + 1_000_000n - 500_000n - cost, hold: 0n })
    expect(last.entries.map(({ journal }) => journal)).toEqual(['J71', 'J73', 'J74', 'J76'])
    expect(account.pass(addDays(TODAY, 90)).entries).toEqual([])
  })
  it('is not put off by a cent that is repaid before each look', () => {
    withShares(100n)
    account.lend({ amount: 900_000n, collateral: [shares(100n)], all: [shares(100n)] })
    account.repay(1n, TODAY)
    const looked = account.book(
      watchCover(account.state, { loanId: LOAN, today: TODAY, valueDate: TODAY, cover: account.coverNow(scaled('110')) }, NOW),
    )
    expect(looked.entries.map(({ journal }) => journal)).toContain('J72b')
    expect(account.loan().status).toBe('selling')
  })
  it('leaves a loan that the waiting repayment has covered', () => {
    withShares(100n)
    account.lend({ amount: 900_000n, collateral: [shares(100n)], all: [shares(100n)] })
    account.repay(500_000n, TODAY)
    account.book(watchCover(account.state, { loanId: LOAN, today: TODAY, valueDate: TODAY, cover: account.coverNow(scaled('110')) }, NOW))
    expect(account.loan().status).toBe('active')
  })
  it('sells also beside as many orders as an account may have, and waits while nobody bids', () => {
    withShares(100n)
    account.lend({ amount: 900_000n, collateral: [shares(100n)], all: [shares(100n)] })
    account.book(watchCover(account.state, { loanId: LOAN, today: TODAY, valueDate: TODAY, cover: account.coverNow(scaled('110')) }, NOW))
    const market = { last: scaled('110'), bid: scaled('110'), ask: scaled('110.1'), previousClose: scaled('110') }
    const selling = { pledgeId: 'pledge-1', order: { id: 'sale', number: 'S1' } } as const
    expect(sellPledged(account.state, { ...selling, terms: usTerms({ market: { ...market, bid: 0n } }) }, NOW)).toMatchObject({
      refusal: 'quote.stale',
    })
    const busy = { ...account.state, openOrders: 200 }
    expect(acceptOrder(busy, orderRequest({ quantity: scaled('1') }), usTerms(), NOW)).toMatchObject({ refusal: 'order.risk_limit' })
    const sold = taken(sellPledged(busy, { ...selling, terms: usTerms({ market }) }, NOW))
    expect([sold.order.pledgeId, isForced(sold.order)]).toEqual(['pledge-1', true])
  })
  it('takes a repayment that waits before anything is sold', () => {
    account.lend()
    account.repay(100_000n, addDays(TODAY, 20))
    account.pass(addDays(TODAY, 61))
    expect([account.loan().status, account.loan().debt]).toEqual(['defaulted', 0n])
    expect(account.wallet().hold).toBe(0n)
  })
  it('sells as many shares as pay it, and locks again what found no buyer', () => {
    withShares(100n)
    account.lend({ amount: 900_000n, collateral: [shares(100n)], all: [shares(100n)] })
    expect(position()).toEqual({ free: 0n, held: 0n, locked: 100n })
    expect(acceptOrder(account.state, orderRequest({ side: 'sell', quantity: scaled('1') }), usTerms(), NOW)).toMatchObject({ ok: false })
    account.book(watchCover(account.state, { loanId: LOAN, today: TODAY, valueDate: TODAY, cover: account.coverNow(scaled('110')) }, NOW))
    const terms = usTerms({ market: { last: scaled('110'), bid: scaled('110'), ask: scaled('110.1'), previousClose: scaled('110') } })
    const sold = taken(sellPledged(account.state, { pledgeId: 'pledge-1', order: { id: 'sale', number: 'S1' }, terms }, NOW))
    account.book(sold.outcome)
    // 9,003.60 at 110.00 are 82 shares, and a hundredth more.
    expect(sold.order.quantity / scaled('1')).toBe(83n)
    expect(sellPledged(account.state, { pledgeId: 'pledge-1', order: { id: 'again', number: 'S2' }, terms }, NOW)).toMatchObject({
      ok: false,
    })
    const cashBefore = account.wallet('STOCK').cash
    // What it brings is the loan's with its booking: nothing of it is ever free.
    expect(execute('sale', '110', 50n).entries.map(({ journal }) => journal)).toEqual(['J33', 'J74'])
    expect(account.wallet('STOCK').cash).toBe(cashBefore)
    const charges = chargedTotal(orderKind.of(account.state).get('sale')?.charged ?? {})
    expect(account.loan().debt).toBe(900_360n - 550_000n + charges)
    const ended = account.book(taken(endOrder(account.state, { orderId: 'sale', reason: 'NO_LIQUIDITY', tradeDate: TODAY }, NOW)))
    expect(ended.entries.map(({ journal }) => journal)).toEqual(['J31', 'J75'])
    expect(position()).toEqual({ free: 0n, held: 0n, locked: 50n })
    expect([account.loan().status, pledgeKind.of(account.state).get('pledge-1')?.saleId]).toEqual(['selling', null])
  })
  it('closes with what the house bears when everything is sold and something is still owed', () => {
    withShares(100n)
    account.lend({ amount: 900_000n, collateral: [shares(100n)], all: [shares(100n)] })
    account.book(watchCover(account.state, { loanId: LOAN, today: TODAY, valueDate: TODAY, cover: account.coverNow(scaled('50')) }, NOW))
    const terms = usTerms({ market: { last: scaled('50'), bid: scaled('50'), ask: scaled('50'), previousClose: scaled('50') } })
    account.book(taken(sellPledged(account.state, { pledgeId: 'pledge-1', order: { id: 'sale', number: 'S1' }, terms }, NOW)).outcome)
    execute('sale', '50', 100n)
    const proceeds = 900_360n - account.loan().debt
    expect(proceeds).toBe(500_000n - chargedTotal(orderKind.of(account.state).get('sale')?.charged ?? {}))
    const closed = account.book(workOff(account.state, { loanId: LOAN, valueDate: TODAY, units: null }, NOW))
    expect([account.loan().status, account.loan().debt, account.loan().writtenOff]).toEqual(['defaulted', 0n, 900_360n - proceeds])
    expect(closed.entries.map(({ journal }) => journal)).toEqual(['J74'])
    expect(linesOf(closed)[0]?.[1]).toMatch(/^H:INSURANCE:USD USD -/u)
    expect(toldOf(closed)).toContain('loan.closed')
  })
  it('redeems units of a fund, which cannot be given back by hand before', () => {
    const order = boughtUnits()
    const item = { kind: 'fund', ref: order.id, quantity: order.units - 1n, price: scaled('1') } as const
    account.lend({ amount: 60_000n, collateral: [{ ...item, id: 'pledge-1' }], all: [item] })
    const redeeming = { orderId: order.id, units: order.units, takesEarlyFee: false, dealDate: addDays(TODAY, 70) }
    expect(redeem(account.state, redeeming, NOW)).toMatchObject({ refusal: 'position.locked' })
    account.pass(addDays(TODAY, 61))
    expect(account.loan().status).toBe('selling')
    // Not even a part that was never pledged, for it would put the house's redemption off.
    expect(redeem(account.state, { ...redeeming, units: 1n }, NOW)).toMatchObject({ refusal: 'position.locked' })
    const units = () => ({ nav: scaled('1'), dealDate: addDays(TODAY, 62) })
    account.book(workOff(account.state, { loanId: LOAN, valueDate: TODAY, units }, NOW))
    const forced = fundOrderKind.of(account.state).get(order.id)?.redemption
    expect([forced?.loanId, formatScaled(forced?.units ?? 0n)]).toEqual([LOAN, '632.058'])
    expect(workOff(account.state, { loanId: LOAN, valueDate: TODAY, units }, NOW)).toEqual({ entries: [] })
    const collected = { loanId: LOAN, wallet: 'US_WALLET', amount: 63_000n, valueDate: TODAY } as const
    account.book(collectRedemption(account.state, collected, NOW))
    payForced()
    account.book(workOff(account.state, { loanId: LOAN, valueDate: TODAY, units }, NOW))
    expect([account.loan().status, account.loan().debt]).toEqual(['defaulted', 0n])
    expect(fundOrderKind.of(account.state).get(order.id)?.pledged).toBe(0n)
  })
})

/** The strike and the payment of a redemption that the house asked for. */
function payForced(): void {
  const struck = strikeRedemption(
    account.state,
    { orderId: 'fund-1', strike: { date: addDays(TODAY, 62), nav: scaled('1'), fees: 0n }, paysOn: addDays(TODAY, 63) },
    NOW,
  )
  account.book(struck?.outcome ?? { entries: [] })
  const paying = { orderId: 'fund-1', venue: 'SIM', today: addDays(TODAY, 63), valueDate: TODAY }
  account.book(payRedemption(account.state, paying, NOW)?.outcome ?? { entries: [] })
}

function boughtUnits(): FundOrder {
  const asked = {
    id: 'fund-1',
    number: 'F',
    fundId: 'cash-usd',
    amount: 100_000n,
    dealDate: TODAY,
    room: 10n ** 12n,
    valueDate: TODAY,
  } as const
  account.book(taken(subscribe(account.state, asked, NOW)).outcome)
  const strike = { date: TODAY, nav: scaled('1'), fees: 0n }
  account.book(
    confirmSubscription(account.state, { orderId: 'fund-1', strike, room: 10n ** 12n, valueDate: TODAY }, NOW)?.outcome ?? { entries: [] },
  )
  return fundOrderKind.of(account.state).get('fund-1') as FundOrder
}

function execute(orderId: string, price: string, count: bigint): Outcome {
  const terms = { fees: usStockFees, market: 'US', newPosition: { id: 'position-1', number: 'P' } }
  const quantity = count * scaled('1')
  const execution = { orderId, sequence: 2, price: scaled(price), quantity, resting: false, match: null, market: OPEN_MARKET, at: NOW }
  return account.book(taken(bookExecution(account.state, { ...execution, tradeDate: TODAY, settlementDate: TOMORROW }, terms, NOW)))
}

describe('the ledger of debts', () => {
  it('never says that more was paid than was owed', () => {
    account.lend()
    const lines = transfer({ from: 'H:LOANBOOK:USD', to: 'U:LOAN:loan-1', asset: 'DEBT:USD', amount: 500_201n })
    const entry = { journal: 'J74', cause: { kind: 'loan', id: LOAN, step: 99 }, lines, valueDate: TODAY } as const
    expect(() => account.book({ entries: [entry] })).toThrow('above zero')
  })
})
