import { beforeEach, describe, expect, it } from 'vitest'
import { formatScaled, scaled } from '../decimal.ts'
import { addDays } from '../calendar-date.ts'
import type { FundOrder } from '../funds/fund-order.ts'
import { fundOrderKind } from '../funds/records.ts'
import { payRedemption, redeem, strikeRedemption } from '../funds/redeem.ts'
import { chargedTotal } from '../fees/schedule.ts'
import { confirmSubscription, subscribe } from '../funds/subscribe.ts'
import { type AccountState, type Outcome, openAccountState, post, walletOf } from '../ledger/account-state.ts'
import { transfer } from '../ledger/entry.ts'
import { messageKind } from '../messages/records.ts'
import { acceptOrder } from '../orders/accept.ts'
import { bookExecution } from '../orders/book-execution.ts'
import { endOrder } from '../orders/end.ts'
import { isForced } from '../orders/order.ts'
import { orderKind } from '../orders/records.ts'
import { positionKind } from '../positions/records.ts'
import type { Result } from '../result.ts'
import { passSuitability } from '../testing/suitability.ts'
import { usStockFees } from '../markets/us.ts'
import { ARDV, NOW, OPEN_MARKET, TODAY, TOMORROW, orderRequest, plainHash, usTerms } from '../testing/us.ts'
import { DAY_MS, type CalendarDate } from '../time.ts'
import { type Application, applyForLoan, cancelApplication } from './apply.ts'
import { type Item, coverOf, freeOf, ltvOf } from './collateral.ts'
import { passDays, watchCover } from './default.ts'
import { sellPledged } from './sell-pledged.ts'
import { collectRedemption, workOff } from './work-off.ts'
import { type Loan, interestDue, penaltyDue } from './loan.ts'
import { loanKind, pledgeKind } from './records.ts'
import { decideRepayment, requestRepayment, reviewRepayment } from './repay.ts'
import { decideLoan, loanRiskFlagsOf, reviewLoan } from './review.ts'

/** Loans (`docs/rules/loans.md` E.6): 5,000 dollars for 30 days on 10,000 in cash. */
const USD = 100n
const LOAN = 'loan-1'
let state: AccountState

const book = (outcome: Outcome, at = NOW): Outcome => {
  post(state, outcome, at, plainHash)
  return outcome
}
const taken = <Value>(result: Result<Value>): Value => {
  if (!result.ok) throw new Error(`${result.refusal} ${JSON.stringify(result.facts)}`)
  return result.value
}
function grant(wallet: 'US_WALLET' | 'STOCK', minor: bigint): void {
  const lines = transfer({ from: 'H:PROMO:USD', to: `U:${wallet}:CASH`, asset: 'USD', amount: minor })
  book({ entries: [{ journal: 'J98', cause: { kind: 'grant', id: wallet, step: 0 }, lines, valueDate: TODAY }] })
}

beforeEach(() => {
  state = openAccountState('10002931')
  grant('US_WALLET', 20_000n * USD)
  passSuitability(state, NOW)
})

const cashItem = (quantity: bigint): Item => ({ kind: 'cash', ref: 'US_WALLET', quantity, price: null })
const asking = (change: Partial<Application> = {}): Application => {
  const all = [cashItem(freeOf(state, { kind: 'cash', ref: 'US_WALLET' }, () => 0n))]
  return {
    ...{ id: LOAN, number: 'L20261120-0000000001', productId: 'd30', amount: 5_000n * USD, purpose: null, all, unsettled: () => 0n },
    ...{ collateral: [{ ...cashItem(10_000n * USD), id: 'pledge-1' }], moneyMode: 'sim' },
    ...{ reviewAt: NOW, valueDate: TODAY },
    ...change,
  }
}
const apply = (change: Partial<Application> = {}) => book(taken(applyForLoan(state, asking(change), NOW)).outcome)
const coverNow = (price: bigint | null = null) =>
  coverOf([...pledgeKind.of(state).values()].map((pledge) => ({ ...pledge, price: pledge.kind === 'cash' ? null : price })))
const about = () => ({ isIdentityPassed: true, openedAt: NOW - 8 * DAY_MS, cover: coverNow(scaled('182.36')) })
const lend = (change: Partial<Application> = {}) => {
  apply(change)
  return book(reviewLoan(state, { loanId: LOAN, about: about(), reviewedAt: NOW, today: TODAY, valueDate: TODAY }, NOW))
}
const loan = (): Loan => loanKind.of(state).get(LOAN) as Loan
const wallet = (type: 'US_WALLET' | 'STOCK' = 'US_WALLET') => {
  const { cash, hold } = walletOf(state, type)
  return { cash, hold }
}
const pass = (date: CalendarDate) => book(passDays(state, { loanId: LOAN, today: date, valueDate: date }, NOW))
const repay = (amount: bigint | null, today: CalendarDate, id = 'repayment-1') =>
  book(
    taken(requestRepayment(state, { id, loanId: LOAN, amount, wallet: 'US_WALLET', today, reviewAt: NOW, valueDate: today }, NOW)).outcome,
  )
const approve = (today: CalendarDate, repaymentId = 'repayment-1', isApproved = true) =>
  book(decideRepayment(state, { repaymentId, isApproved, reason: null, today, valueDate: today }, NOW))
const linesOf = (outcome: Outcome) =>
  outcome.entries.map(({ journal, lines }) => [journal, ...lines.map(({ account, asset, amount }) => `${account} ${asset} ${amount}`)])
const toldOf = (outcome: Outcome) => messageKind.in(outcome).map(({ template }) => template)

describe('an application', () => {
  it('locks its collateral, and is paid out with the first day of interest', () => {
    expect(linesOf(apply())).toEqual([['J75', 'U:US_WALLET:CASH USD -1000000', 'U:US_WALLET:HOLD USD 1000000']])
    const paid = book(reviewLoan(state, { loanId: LOAN, about: about(), reviewedAt: NOW, today: TODAY, valueDate: TODAY }, NOW))
    expect(linesOf(paid)).toEqual([
      [
        'J70',
        'H:LOANBOOK:USD USD -500000',
        'U:US_WALLET:CASH USD 500000',
        'U:LOAN:loan-1 DEBT:USD -500000',
        'H:LOANBOOK:USD DEBT:USD 500000',
      ],
      ['J71', 'U:LOAN:loan-1 DEBT:USD -200', 'H:INTINC:USD DEBT:USD 200'],
    ])
    expect(wallet()).toEqual({ cash: 1_500_000n, hold: 1_000_000n })
    expect([loan().debt, loan().status, loan().lent?.dueOn]).toEqual([500_200n, 'active', '2026-12-20'])
  })
  it('can be taken back while it is under review, and the collateral is free', () => {
    apply()
    expect(linesOf(book(taken(cancelApplication(state, { loanId: LOAN, valueDate: TODAY }, NOW)).outcome))[0]?.[0]).toBe('J76')
    expect(wallet()).toEqual({ cash: 2_000_000n, hold: 0n })
    expect(cancelApplication(state, { loanId: LOAN, valueDate: TODAY }, NOW)).toMatchObject({ refusal: 'loan.not_cancellable' })
    expect(cancelApplication(state, { loanId: 'other', valueDate: TODAY }, NOW)).toMatchObject({ refusal: 'object.not_found' })
  })
  it.each<[string, Partial<Application>, string]>([
    ['beside real money', { moneyMode: 'real' }, 'feature.disabled'],
    ['below the least', { amount: 9_999n }, 'amount.out_of_range'],
    ['above the most', { amount: 5_000_001n }, 'amount.out_of_range'],
    ['above everything the customer could pledge', { amount: 1_800_001n }, 'loan.limit'],
    ['above what its collateral covers', { amount: 900_001n }, 'loan.collateral'],
    ['without collateral', { collateral: [] }, 'loan.collateral'],
    ['on more than is there', { collateral: [{ ...cashItem(2_000_001n), id: 'a' }] }, 'loan.collateral'],
    ['on nothing', { collateral: [{ ...cashItem(0n), id: 'a' }] }, 'loan.collateral'],
    ['on less than nothing', { collateral: [{ ...cashItem(-1n), id: 'a' }] }, 'loan.collateral'],
    [
      'on money in another currency',
      { collateral: [{ kind: 'cash', ref: 'BALANCE', quantity: 1n, price: null, id: 'a' }] },
      'loan.collateral',
    ],
    ['twice on the same', { collateral: [1, 2].map((id) => ({ ...cashItem(1_000_000n), id: String(id) })) }, 'parameter.invalid'],
  ])('is refused %s', (_, change, refusal) => {
    expect(applyForLoan(state, asking(change), NOW)).toMatchObject({ ok: false, refusal })
  })
  it('is taken to the cent of what the collateral covers', () => {
    expect(applyForLoan(state, asking({ amount: 900_000n }), NOW).ok).toBe(true)
  })
  it('is refused beside another, to a frozen account, and before the questions', () => {
    apply()
    expect(applyForLoan(state, asking({ id: 'second' }), NOW)).toMatchObject({ refusal: 'loan.open' })
    state = openAccountState('1')
    expect(applyForLoan(state, asking(), NOW)).toMatchObject({ refusal: 'suitability.required' })
    state.frozen = true
    expect(applyForLoan(state, asking(), NOW)).toMatchObject({ refusal: 'account.frozen' })
  })
  it('goes to staff for each reason, and never twice to anybody', () => {
    apply()
    const young = { ...about(), openedAt: NOW, isIdentityPassed: false, cover: null }
    expect(loanRiskFlagsOf(state, loan(), young, NOW)).toEqual(['IDENTITY', 'NEW_ACCOUNT', 'COLLATERAL'])
    const early = { loanId: LOAN, about: young, reviewedAt: NOW - 1, today: TODAY, valueDate: TODAY }
    expect(reviewLoan(state, early, NOW)).toEqual({ entries: [] })
    expect(toldOf(book(reviewLoan(state, { ...early, reviewedAt: NOW }, NOW)))).toEqual(['loan.queued'])
    expect(reviewLoan(state, { ...early, about: about(), reviewedAt: NOW }, NOW)).toEqual({ entries: [] })
  })
  it.each([
    [false, false, 'NOT_AFFORDABLE'],
    [true, true, 'ACCOUNT_FROZEN'],
  ] as const)('is decided by staff once: approved %s, frozen %s', (isApproved, frozen, reason) => {
    apply()
    state.frozen = frozen
    const deciding = { loanId: LOAN, isApproved, reason: 'NOT_AFFORDABLE', cover: coverNow(), today: TODAY, valueDate: TODAY } as const
    book(decideLoan(state, deciding, NOW))
    expect([loan().status, loan().reason, wallet().hold]).toEqual(['rejected', reason, 0n])
    expect(decideLoan(state, { ...deciding, isApproved: true }, NOW)).toEqual({ entries: [] })
    state.frozen = false
    expect(applyForLoan(state, asking({ id: 'again' }), NOW)).toMatchObject({ refusal: 'loan.open' })
    expect(applyForLoan(state, asking({ id: 'again' }), NOW + DAY_MS).ok).toBe(true)
  })
  it('is not paid out by staff when nothing covers it any more', () => {
    apply()
    const deciding = { loanId: LOAN, isApproved: true, reason: 'HISTORY', cover: null, today: TODAY, valueDate: TODAY } as const
    book(decideLoan(state, deciding, NOW))
    expect([loan().status, loan().reason]).toEqual(['rejected', 'COLLATERAL'])
  })
})

describe('repaying (rule book G.4)', () => {
  it('pays 5,095.00 for 5,000 that are seven days late: penalty, then interest, then what was lent', () => {
    lend()
    for (let day = 1; day <= 37; day += 1) pass(addDays(TODAY, day))
    expect([loan().status, loan().debt, interestDue(loan()), penaltyDue(loan())]).toEqual(['overdue', 509_500n, 7_400n, 2_100n])
    const date = addDays(TODAY, 37)
    expect(linesOf(repay(null, date))).toEqual([['J72a', 'U:US_WALLET:CASH USD -509500', 'U:US_WALLET:HOLD USD 509500']])
    const paid = approve(date)
    expect(linesOf(paid)[0]?.slice(0, 5)).toEqual([
      'J72b',
      'U:US_WALLET:HOLD USD -509500',
      'H:PENINC:USD USD 2100',
      'H:INTINC:USD USD 7400',
      'H:LOANBOOK:USD USD 500000',
    ])
    expect([loan().status, loan().debt, wallet()]).toEqual(['repaid', 0n, { cash: 1_990_500n, hold: 0n }])
    expect(toldOf(paid)).toEqual(['loan.repaid'])
  })
  it('makes up at once for days that nobody counted, and counts none twice', () => {
    lend()
    pass(addDays(TODAY, 37))
    expect(loan().debt).toBe(509_500n)
    expect(pass(addDays(TODAY, 37)).entries).toEqual([])
    expect(pass(addDays(TODAY, 12)).entries).toEqual([])
  })
  it('costs one day on the date of the loan itself, and nothing for the date of the repayment', () => {
    lend()
    repay(null, TODAY)
    expect(approve(TODAY).entries.map(({ journal }) => journal)).toEqual(['J72b', 'J76'])
    expect(wallet().cash).toBe(1_999_800n)
  })
  it('counts nothing while it waits, and makes up for it on what is left', () => {
    lend()
    const [asked, decided] = [addDays(TODAY, 10), addDays(TODAY, 13)]
    repay(252_000n, asked)
    expect(pass(addDays(TODAY, 12)).entries).toEqual([])
    approve(decided)
    // Ten days on 5,000 are paid; three more on 2,500.
    expect([loan().principal, loan().debt]).toEqual([250_000n, 250_300n])
    repay(100n, decided, 'second')
    approve(addDays(decided, 1), 'second', false)
    expect(loan().debt).toBe(250_400n)
    expect(wallet().hold).toBe(1_000_000n)
  })
  it.each([
    [0n, 'loan.repayment'],
    [-1n, 'loan.repayment'],
    [500_201n, 'loan.repayment'],
  ])('of %s is refused', (amount, refusal) => {
    lend()
    const request = { id: 'r', loanId: LOAN, amount, wallet: 'US_WALLET', today: TODAY, reviewAt: NOW, valueDate: TODAY } as const
    expect(requestRepayment(state, request, NOW)).toMatchObject({ refusal })
    expect(requestRepayment(state, { ...request, loanId: 'other' }, NOW)).toMatchObject({ refusal: 'object.not_found' })
    expect(requestRepayment(state, { ...request, amount: 100n, wallet: 'BALANCE' }, NOW)).toMatchObject({ refusal: 'parameter.invalid' })
    expect(requestRepayment(state, { ...request, amount: 100n, wallet: 'STOCK' }, NOW)).toMatchObject({ refusal: 'wallet.insufficient' })
  })
  it('waits for one at a time, also of a frozen account, which staff look at', () => {
    lend()
    state.frozen = true
    repay(100n, TODAY)
    const request = { id: 'r', loanId: LOAN, amount: 100n, wallet: 'US_WALLET', today: TODAY, reviewAt: NOW, valueDate: TODAY } as const
    expect(requestRepayment(state, request, NOW)).toMatchObject({ refusal: 'loan.repayment', facts: { reason: 'pending' } })
    const reviewing = { repaymentId: 'repayment-1', reviewedAt: NOW, today: TODAY, valueDate: TODAY }
    book(reviewRepayment(state, reviewing, NOW))
    expect(reviewRepayment(state, reviewing, NOW)).toEqual({ entries: [] })
    approve(TODAY)
    expect(loan().debt).toBe(500_100n)
  })
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
    lend({ amount: 900_000n })
    expect(watchCover(state, { loanId: LOAN, today: TODAY, valueDate: TODAY, cover: coverNow() }, NOW)).toEqual({ entries: [] })
  })
  it('asks once a day, and does nothing by a price it does not have', () => {
    withShares(100n)
    lend({ amount: 900_000n, collateral: [shares(100n)], all: [shares(100n)] })
    const watching = (price: string | null, today = TODAY) => {
      const cover = coverNow(price === null ? null : scaled(price))
      return book(watchCover(state, { loanId: LOAN, today, valueDate: today, cover }, NOW))
    }
    expect(toldOf(watching(null))).toEqual([])
    expect(toldOf(watching('139'))).toEqual([])
    expect(toldOf(watching('138'))).toEqual(['loan.call'])
    expect(toldOf(watching('138'))).toEqual([])
    expect(toldOf(watching('138', addDays(TODAY, 1)))).toEqual(['loan.call'])
    expect(loan().status).toBe('active')
    expect(toldOf(watching('120'))).toEqual(['loan.defaulted'])
    expect(loan().status).toBe('selling')
  })
})

/** Bought at 100.00, settled. */
function withShares(count: bigint): void {
  grant('STOCK', 2_000_000n)
  book(
    taken(
      acceptOrder(
        state,
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
  book(taken(bookExecution(state, { ...execution, tradeDate: TODAY, settlementDate: TOMORROW }, terms, NOW)))
}
const shares = (count: bigint) =>
  ({ kind: 'stock', ref: ARDV.id, quantity: count * scaled('1'), price: scaled('182.36'), id: 'pledge-1' }) as const
const position = () => {
  const held = positionKind.of(state).get(ARDV.id)
  return { free: (held?.free ?? 0n) / scaled('1'), held: held?.held ?? 0n, locked: (held?.locked ?? 0n) / scaled('1') }
}

describe('default', () => {
  it('takes cash up to what is owed thirty days after the due date, and gives the rest back', () => {
    lend()
    pass(addDays(TODAY, 60))
    expect(loan().status).toBe('overdue')
    const last = pass(addDays(TODAY, 61))
    // 61 days of interest and 31 of penalty.
    const cost = 12_200n + 9_300n
    expect([loan().status, loan().debt, loan().writtenOff]).toEqual(['defaulted', 0n, 0n])
    expect(wallet()).toEqual({ cash: 1_500_000n + 1_000_000n - 500_000n - cost, hold: 0n })
    expect(last.entries.map(({ journal }) => journal)).toEqual(['J71', 'J73', 'J74', 'J76'])
    expect(pass(addDays(TODAY, 90)).entries).toEqual([])
  })
  it('is not put off by a cent that is repaid before each look', () => {
    withShares(100n)
    lend({ amount: 900_000n, collateral: [shares(100n)], all: [shares(100n)] })
    repay(1n, TODAY)
    const looked = book(watchCover(state, { loanId: LOAN, today: TODAY, valueDate: TODAY, cover: coverNow(scaled('110')) }, NOW))
    expect(looked.entries.map(({ journal }) => journal)).toContain('J72b')
    expect(loan().status).toBe('selling')
  })
  it('leaves a loan that the waiting repayment has covered', () => {
    withShares(100n)
    lend({ amount: 900_000n, collateral: [shares(100n)], all: [shares(100n)] })
    repay(500_000n, TODAY)
    book(watchCover(state, { loanId: LOAN, today: TODAY, valueDate: TODAY, cover: coverNow(scaled('110')) }, NOW))
    expect(loan().status).toBe('active')
  })
  it('sells also beside as many orders as an account may have, and waits while nobody bids', () => {
    withShares(100n)
    lend({ amount: 900_000n, collateral: [shares(100n)], all: [shares(100n)] })
    book(watchCover(state, { loanId: LOAN, today: TODAY, valueDate: TODAY, cover: coverNow(scaled('110')) }, NOW))
    const market = { last: scaled('110'), bid: scaled('110'), ask: scaled('110.1'), previousClose: scaled('110') }
    const selling = { pledgeId: 'pledge-1', order: { id: 'sale', number: 'S1' } } as const
    expect(sellPledged(state, { ...selling, terms: usTerms({ market: { ...market, bid: 0n } }) }, NOW)).toMatchObject({
      refusal: 'quote.stale',
    })
    const busy = { ...state, openOrders: 200 }
    expect(acceptOrder(busy, orderRequest({ quantity: scaled('1') }), usTerms(), NOW)).toMatchObject({ refusal: 'order.risk_limit' })
    const sold = taken(sellPledged(busy, { ...selling, terms: usTerms({ market }) }, NOW))
    expect([sold.order.pledgeId, isForced(sold.order)]).toEqual(['pledge-1', true])
  })
  it('takes a repayment that waits before anything is sold', () => {
    lend()
    repay(100_000n, addDays(TODAY, 20))
    pass(addDays(TODAY, 61))
    expect([loan().status, loan().debt]).toEqual(['defaulted', 0n])
    expect(wallet().hold).toBe(0n)
  })
  it('sells as many shares as pay it, and locks again what found no buyer', () => {
    withShares(100n)
    lend({ amount: 900_000n, collateral: [shares(100n)], all: [shares(100n)] })
    expect(position()).toEqual({ free: 0n, held: 0n, locked: 100n })
    expect(acceptOrder(state, orderRequest({ side: 'sell', quantity: scaled('1') }), usTerms(), NOW)).toMatchObject({ ok: false })
    book(watchCover(state, { loanId: LOAN, today: TODAY, valueDate: TODAY, cover: coverNow(scaled('110')) }, NOW))
    const terms = usTerms({ market: { last: scaled('110'), bid: scaled('110'), ask: scaled('110.1'), previousClose: scaled('110') } })
    const sold = taken(sellPledged(state, { pledgeId: 'pledge-1', order: { id: 'sale', number: 'S1' }, terms }, NOW))
    book(sold.outcome)
    // 9,003.60 at 110.00 are 82 shares, and a hundredth more.
    expect(sold.order.quantity / scaled('1')).toBe(83n)
    expect(sellPledged(state, { pledgeId: 'pledge-1', order: { id: 'again', number: 'S2' }, terms }, NOW)).toMatchObject({ ok: false })
    const cashBefore = wallet('STOCK').cash
    // What it brings is the loan's with its booking: nothing of it is ever free.
    expect(execute('sale', '110', 50n).entries.map(({ journal }) => journal)).toEqual(['J33', 'J74'])
    expect(wallet('STOCK').cash).toBe(cashBefore)
    const charges = chargedTotal(orderKind.of(state).get('sale')?.charged ?? {})
    expect(loan().debt).toBe(900_360n - 550_000n + charges)
    const ended = book(taken(endOrder(state, { orderId: 'sale', reason: 'NO_LIQUIDITY', tradeDate: TODAY }, NOW)))
    expect(ended.entries.map(({ journal }) => journal)).toEqual(['J31', 'J75'])
    expect(position()).toEqual({ free: 0n, held: 0n, locked: 50n })
    expect([loan().status, pledgeKind.of(state).get('pledge-1')?.saleId]).toEqual(['selling', null])
  })
  it('closes with what the house bears when everything is sold and something is still owed', () => {
    withShares(100n)
    lend({ amount: 900_000n, collateral: [shares(100n)], all: [shares(100n)] })
    book(watchCover(state, { loanId: LOAN, today: TODAY, valueDate: TODAY, cover: coverNow(scaled('50')) }, NOW))
    const terms = usTerms({ market: { last: scaled('50'), bid: scaled('50'), ask: scaled('50'), previousClose: scaled('50') } })
    book(taken(sellPledged(state, { pledgeId: 'pledge-1', order: { id: 'sale', number: 'S1' }, terms }, NOW)).outcome)
    execute('sale', '50', 100n)
    const proceeds = 900_360n - loan().debt
    expect(proceeds).toBe(500_000n - chargedTotal(orderKind.of(state).get('sale')?.charged ?? {}))
    const closed = book(workOff(state, { loanId: LOAN, valueDate: TODAY, units: null }, NOW))
    expect([loan().status, loan().debt, loan().writtenOff]).toEqual(['defaulted', 0n, 900_360n - proceeds])
    expect(closed.entries.map(({ journal }) => journal)).toEqual(['J74'])
    expect(linesOf(closed)[0]?.[1]).toMatch(/^H:INSURANCE:USD USD -/u)
    expect(toldOf(closed)).toContain('loan.closed')
  })
  it('redeems units of a fund, which cannot be given back by hand before', () => {
    const order = boughtUnits()
    const item = { kind: 'fund', ref: order.id, quantity: order.units - 1n, price: scaled('1') } as const
    lend({ amount: 60_000n, collateral: [{ ...item, id: 'pledge-1' }], all: [item] })
    const redeeming = { orderId: order.id, units: order.units, takesEarlyFee: false, dealDate: addDays(TODAY, 70) }
    expect(redeem(state, redeeming, NOW)).toMatchObject({ refusal: 'position.locked' })
    pass(addDays(TODAY, 61))
    expect(loan().status).toBe('selling')
    // Not even a part that was never pledged, for it would put the house's redemption off.
    expect(redeem(state, { ...redeeming, units: 1n }, NOW)).toMatchObject({ refusal: 'position.locked' })
    const units = () => ({ nav: scaled('1'), dealDate: addDays(TODAY, 62) })
    book(workOff(state, { loanId: LOAN, valueDate: TODAY, units }, NOW))
    const forced = fundOrderKind.of(state).get(order.id)?.redemption
    expect([forced?.loanId, formatScaled(forced?.units ?? 0n)]).toEqual([LOAN, '632.058'])
    expect(workOff(state, { loanId: LOAN, valueDate: TODAY, units }, NOW)).toEqual({ entries: [] })
    const collected = { loanId: LOAN, wallet: 'US_WALLET', amount: 63_000n, valueDate: TODAY } as const
    book(collectRedemption(state, collected, NOW))
    payForced()
    book(workOff(state, { loanId: LOAN, valueDate: TODAY, units }, NOW))
    expect([loan().status, loan().debt]).toEqual(['defaulted', 0n])
    expect(fundOrderKind.of(state).get(order.id)?.pledged).toBe(0n)
  })
})

/** The strike and the payment of a redemption that the house asked for. */
function payForced(): void {
  const struck = strikeRedemption(
    state,
    { orderId: 'fund-1', strike: { date: addDays(TODAY, 62), nav: scaled('1'), fees: 0n }, paysOn: addDays(TODAY, 63) },
    NOW,
  )
  book(struck?.outcome ?? { entries: [] })
  const paying = { orderId: 'fund-1', venue: 'SIM', today: addDays(TODAY, 63), valueDate: TODAY }
  book(payRedemption(state, paying, NOW)?.outcome ?? { entries: [] })
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
  book(taken(subscribe(state, asked, NOW)).outcome)
  const strike = { date: TODAY, nav: scaled('1'), fees: 0n }
  book(confirmSubscription(state, { orderId: 'fund-1', strike, room: 10n ** 12n, valueDate: TODAY }, NOW)?.outcome ?? { entries: [] })
  return fundOrderKind.of(state).get('fund-1') as FundOrder
}

function execute(orderId: string, price: string, count: bigint): Outcome {
  const terms = { fees: usStockFees, market: 'US', newPosition: { id: 'position-1', number: 'P' } }
  const quantity = count * scaled('1')
  const execution = { orderId, sequence: 2, price: scaled(price), quantity, resting: false, match: null, market: OPEN_MARKET, at: NOW }
  return book(taken(bookExecution(state, { ...execution, tradeDate: TODAY, settlementDate: TOMORROW }, terms, NOW)))
}

describe('the ledger of debts', () => {
  it('never says that more was paid than was owed', () => {
    lend()
    const lines = transfer({ from: 'H:LOANBOOK:USD', to: 'U:LOAN:loan-1', asset: 'DEBT:USD', amount: 500_201n })
    const entry = { journal: 'J74', cause: { kind: 'loan', id: LOAN, step: 99 }, lines, valueDate: TODAY } as const
    expect(() => book({ entries: [entry] })).toThrow('above zero')
  })
})
