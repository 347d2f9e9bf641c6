import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Split } from '../corporate/action.ts'
import { bookSplit } from '../corporate/split.ts'
import { scaled } from '../decimal.ts'
import { FRACTION_STEP } from '../markets/market.ts'
import { type AccountState, type Outcome, post, walletOf } from '../ledger/account-state.ts'
import { next } from '../machine.ts'
import { usStockFees } from '../markets/us.ts'
import { acceptOrder } from '../orders/accept.ts'
import { acceptanceOf, atOnce } from '../orders/at-once.ts'
import { type Execution, bookExecution } from '../orders/book-execution.ts'
import { endOrder } from '../orders/end.ts'
import { amendOrder } from '../orders/amend.ts'
import { positionKind } from '../positions/records.ts'
import type { Result } from '../result.ts'
import { passSuitability } from '../testing/suitability.ts'
import { ARDV, NOW, OPEN_MARKET, TODAY, TOMORROW, accountStateWith, orderRequest, plainHash, usTerms } from '../testing/us.ts'
import { DAY_MS } from '../time.ts'
import { startTransfer } from '../transfers/start.ts'
import { WHOLE, robots } from './catalogue.ts'
import { expireRental, finishRental, handOver, keepValue, rentalValueKind, resumeRental, stopRental, watchRental } from './keep.ts'
import { rentalKind, robotSlotKind, slotsOf } from './records.ts'
import { type RentRequest, type RentTerms, rentRobot } from './rent.ts'
import { RENTAL_MS, type Rental, type RentalStatus, type RobotSlot, rentalMachine } from './rental.ts'
import { splitSlots } from './split.ts'
import { acceptRobotOrder, tradeTowards } from './trade.ts'

/** `docs/rules/robots.md` E.8, every state with every action: anything not listed there is refused. */
type Action = 'pause' | 'resume' | 'stop' | 'expire' | 'end'
const written: Readonly<Record<RentalStatus, Readonly<Record<Action, RentalStatus | null>>>> = {
  running: { pause: 'paused', resume: null, stop: 'stopping', expire: 'expiring', end: null },
  paused: { pause: null, resume: 'running', stop: 'stopping', expire: 'expiring', end: null },
  stopping: { pause: null, resume: null, stop: null, expire: null, end: 'stopped' },
  expiring: { pause: null, resume: null, stop: null, expire: null, end: 'expired' },
  stopped: { pause: null, resume: null, stop: null, expire: null, end: null },
  expired: { pause: null, resume: null, stop: null, expire: null, end: null },
}
describe.each(Object.entries(written))('a rental that is %s', (status, actions) => {
  it.each(Object.entries(actions))('on %s becomes %s', (action, to) => {
    expect(next(rentalMachine, status as RentalStatus, action as 'end')).toBe(to)
  })
})

const must = <Value>(result: Result<Value>): Value => {
  if (!result.ok) throw new Error(result.refusal)
  return result.value
}
const keep = (state: AccountState, outcome: Outcome, now = NOW): Outcome => {
  post(state, outcome, now, plainHash)
  return outcome
}
const request = (change: Partial<RentRequest> = {}): RentRequest => ({
  ...{ id: 'rental', slotIds: ['slot'], number: 'R', robotId: 'smaCross', instrumentIds: [ARDV.id], capital: 100_000n },
  ...{ maxDailyLoss: 300n, maxDrawdown: 1_000n, sellsAtLimit: false, handsOver: false },
  ...change,
})
const terms = (change: Partial<RentTerms> = {}): RentTerms => ({
  ...{ rent: 990n, hash: robots.smaCross.hash, identityMissing: false, tradable: [ARDV.id, 'US:OTHR', 'US:THRD'], today: TODAY },
  ...{ lastClosed: '2026-11-19', valueDate: TODAY },
  ...change,
})

/** 5 000.00 in FOLLOW, as much in STOCK, and the questions answered. */
function customer(): AccountState {
  const state = accountStateWith(1_000_000n)
  passSuitability(state, NOW)
  const moving = { id: 'move', number: 'T', from: 'STOCK', to: 'FOLLOW', amount: 500_000n, valueDate: TODAY } as const
  keep(state, must(startTransfer(state, { ...moving, quoteId: null, quote: null }, NOW)).outcome)
  return state
}
function renter(change: Partial<RentRequest> = {}): AccountState {
  const state = customer()
  keep(state, must(rentRobot(state, request(change), terms(), NOW)).outcome)
  return state
}
const rentalOf = (state: AccountState): Rental => rentalKind.of(state).get('rental') ?? (undefined as never)
const slot = (state: AccountState): RobotSlot => robotSlotKind.of(state).get('slot') ?? (undefined as never)
const cashOf = (state: AccountState, wallet: 'FOLLOW' | 'STOCK'): bigint => walletOf(state, wallet).cash

describe('renting', () => {
  it('costs 9.90 and moves the capital in equal parts, with the cents that are left over to the first', () => {
    const state = customer()
    const asked = request({ instrumentIds: [ARDV.id, 'US:OTHR', 'US:THRD'], slotIds: ['a', 'b', 'c'] })
    const { entries } = keep(state, must(rentRobot(state, asked, terms(), NOW)).outcome)
    expect(entries.map(({ journal, lines }) => [journal, lines.map(({ account, amount }) => `${account} ${amount}`)])).toEqual([
      ['J85', ['U:FOLLOW:CASH -990', 'H:RENT:USD 990']],
      ['J86', ['U:FOLLOW:CASH -100000', 'U:ROBOT:a 33334', 'U:ROBOT:b 33333', 'U:ROBOT:c 33333']],
    ])
    expect(cashOf(state, 'FOLLOW')).toBe(500_000n - 100_990n)
    expect(rentalOf(state)).toMatchObject({ status: 'running', endsAt: NOW + RENTAL_MS, ruleHash: robots.smaCross.hash, peak: 100_000n })
  })

  it('takes no rent where the house teaches', () => {
    expect(must(rentRobot(customer(), request(), terms({ rent: 0n }), NOW)).outcome.entries.map(({ journal }) => journal)).toEqual(['J86'])
  })

  it.each<[string, Partial<RentRequest>, Partial<RentTerms>]>([
    ['robot.capital', { capital: 9_999n }, {}],
    ['robot.capital', { capital: 1_000_001n }, {}],
    ['wallet.insufficient', { capital: 499_011n }, {}],
    ['robot.changed', {}, { hash: 'another' }],
    ['kyc.required', {}, { identityMissing: true }],
    ['instrument.unknown', {}, { tradable: [] }],
    ['parameter.invalid', { instrumentIds: [], slotIds: [] }, {}],
    ['parameter.invalid', { instrumentIds: [ARDV.id, ARDV.id], slotIds: ['a', 'b'] }, {}],
    ['parameter.invalid', { maxDailyLoss: 99n }, {}],
    ['parameter.invalid', { maxDrawdown: 5_001n }, {}],
  ])('is refused with %s', (refusal, change, changed) => {
    expect(rentRobot(customer(), request(change), terms(changed), NOW)).toMatchObject({ refusal })
  })

  it('asks for the questions, and for a place among five', () => {
    const state = customer()
    expect(rentRobot({ ...state, records: new Map() }, request(), terms(), NOW)).toMatchObject({ refusal: 'suitability.required' })
    expect(rentRobot({ ...state, frozen: true }, request(), terms(), NOW)).toMatchObject({ refusal: 'account.frozen' })
    for (const id of ['a', 'b', 'c', 'd'])
      keep(state, must(rentRobot(state, request({ id, slotIds: [`s-${id}`], capital: 10_000n }), terms(), NOW)).outcome)
    keep(state, must(rentRobot(state, request({ id: 'e', slotIds: ['s-e'], capital: 10_000n }), terms(), NOW)).outcome)
    expect(rentRobot(state, request({ capital: 10_000n }), terms(), NOW)).toMatchObject({ refusal: 'robot.too_many' })
  })
})

const execution = (change: Partial<Execution>): Execution => ({
  ...{
    orderId: 'order',
    sequence: 1,
    price: scaled('182.37'),
    quantity: scaled('1'),
    resting: false,
    tradeDate: TODAY,
    settlementDate: TOMORROW,
  },
  ...{ match: null, market: OPEN_MARKET, at: NOW },
  ...change,
})
const bookTerms = { fees: usStockFees, market: 'US', newPosition: { id: 'position', number: 'P' } }

/** Buys at once for an amount, as the server does: acceptance and execution are one decision. */
function buy(state: AccountState, amount: bigint, orderId = 'order', sequence = 1): Outcome {
  const asked = { id: orderId, number: 'S', slotId: 'slot', trade: { side: 'buy', amount } } as const
  const accepted = must(acceptRobotOrder(state, asked, usTerms(), NOW))
  const { quantity } = accepted.order
  return keep(
    state,
    must(
      atOnce(acceptanceOf(state, accepted.outcome), [execution({ orderId, quantity, sequence })], (before, report) =>
        bookExecution(before, report, bookTerms, NOW),
      ),
    ),
  )
}
function sell(state: AccountState, quantity: bigint, orderId = 'sale', sequence = 2): Outcome {
  const asked = { id: orderId, number: 'S', slotId: 'slot', trade: { side: 'sell', quantity } } as const
  const accepted = must(acceptRobotOrder(state, asked, usTerms(), NOW))
  return keep(
    state,
    must(
      atOnce(
        acceptanceOf(state, accepted.outcome),
        [execution({ orderId, quantity, sequence, price: scaled('182.36') })],
        (before, report) => bookExecution(before, report, bookTerms, NOW),
      ),
    ),
  )
}

describe('orders of a robot', () => {
  it('are paid by its part, and what they buy is locked in the position', () => {
    const state = renter()
    const { entries } = buy(state, 100_000n)
    expect(entries.map(({ journal }) => journal)).toEqual(['J86', 'J32', 'J86'])
    expect(cashOf(state, 'STOCK')).toBe(500_000n)
    expect(walletOf(state, 'STOCK').hold).toBe(0n)
    const position = positionKind.of(state).get(ARDV.id)
    expect(position).toMatchObject({ free: 0n, held: 0n, locked: slot(state).quantity })
    expect(slot(state)).toMatchObject({ orderId: null, settlesOn: null })
    // 5.426461 shares at 182.37 are 989.62, and their commission is 0.50.
    expect(slot(state).cash).toBe(100_000n - 98_962n - 50n)
    expect(slot(state).quantity).toBe(scaled('5.426461'))
  })

  it('are not the customer’s: nobody sells those shares, and the order cannot be amended', () => {
    const state = renter()
    buy(state, 50_000n)
    const sale = orderRequest({ id: 'own', side: 'sell', type: 'market', limitPrice: null, quantity: scaled('1') })
    expect(acceptOrder(state, sale, usTerms(), NOW)).toMatchObject({ refusal: 'position.locked' })
    const asked = { id: 'waits', number: 'S', slotId: 'slot', trade: { side: 'buy', amount: 20_000n } } as const
    keep(state, must(acceptRobotOrder(state, asked, usTerms(), NOW)).outcome)
    const amended = { orderId: 'waits', quantity: scaled('0.1') }
    expect(amendOrder(state, amended as never, usTerms() as never, NOW)).toMatchObject({ refusal: 'order.type_unsupported' })
  })

  it('give everything back when they find nothing, or only a part', () => {
    const state = renter()
    const asked = { id: 'order', number: 'S', slotId: 'slot', trade: { side: 'buy', amount: 100_000n } } as const
    keep(state, must(acceptRobotOrder(state, asked, usTerms(), NOW)).outcome)
    expect(slot(state)).toMatchObject({ orderId: 'order' })
    expect(cashOf(state, 'STOCK')).toBe(500_000n)
    keep(state, must(bookExecution(state, execution({ quantity: scaled('2') }), bookTerms, NOW)))
    expect(slot(state)).toMatchObject({ orderId: 'order', quantity: scaled('2') })
    keep(state, must(endOrder(state, { orderId: 'order', reason: 'NO_LIQUIDITY', tradeDate: TODAY }, NOW)))
    expect(slot(state)).toMatchObject({ orderId: null, cash: 100_000n - 36_474n - 50n })
    expect(cashOf(state, 'STOCK')).toBe(500_000n)
    sell(state, scaled('2'))
    expect(positionKind.of(state).has(ARDV.id)).toBe(false)
    expect(slot(state)).toMatchObject({ quantity: 0n, settlesOn: TOMORROW })
    expect(cashOf(state, 'STOCK')).toBe(500_000n)
  })

  it('never use more than the part has', () => {
    const state = renter()
    const asking = (trade: Parameters<typeof acceptRobotOrder>[1]['trade']) =>
      acceptRobotOrder(state, { id: 'order', number: 'S', slotId: 'slot', trade }, usTerms(), NOW)
    expect(asking({ side: 'buy', amount: 100_001n })).toMatchObject({ ok: false })
    expect(asking({ side: 'sell', quantity: 1n })).toMatchObject({ ok: false })
    expect(asking({ side: 'buy', amount: 50n })).toMatchObject({ refusal: 'amount.out_of_range' })
    expect(
      acceptRobotOrder(
        state,
        { id: 'o', number: 'S', slotId: 'slot', trade: { side: 'buy', amount: 5_000n } },
        usTerms({ matching: false }),
        NOW,
      ),
    ).toMatchObject({
      refusal: 'market.closed',
    })
  })

  it('leave the wallet as it was, whatever is bought and sold', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.bigInt({ min: 1n, max: 10_000n })), { maxLength: 8 }), (trades) => {
        const state = renter()
        for (const [at, [buys, share]] of trades.entries()) {
          const { cash, quantity } = slot(state)
          const part = ((buys ? cash : quantity) * share) / 10_000n
          if (buys && part > 300n) buy(state, part, `order-${at}`, at + 1)
          const sold = part - (part % FRACTION_STEP)
          if (!buys && sold > scaled('0.01')) sell(state, sold, `order-${at}`, at + 1)
          const position = positionKind.of(state).get(ARDV.id)
          expect(position?.locked ?? 0n).toBe(slot(state).quantity)
          expect(position?.free ?? 0n).toBe(0n)
          expect([cashOf(state, 'STOCK'), walletOf(state, 'STOCK').hold, cashOf(state, 'FOLLOW')]).toEqual([500_000n, 0n, 399_010n])
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('a trade towards a target', () => {
  const part = { cash: 60_000n, quantity: scaled('10'), target: 5_000n }
  it('uses the same share of its money, or of its shares, as the target moves by', () => {
    expect(tradeTowards(part, WHOLE, FRACTION_STEP)).toEqual({ side: 'buy', amount: 60_000n })
    expect(tradeTowards(part, 7_500n, FRACTION_STEP)).toEqual({ side: 'buy', amount: 30_000n })
    expect(tradeTowards(part, 4_000n, FRACTION_STEP)).toEqual({ side: 'sell', quantity: scaled('2') })
    expect(tradeTowards(part, 0n, FRACTION_STEP)).toEqual({ side: 'sell', quantity: scaled('10') })
    expect(tradeTowards(part, 5_000n, FRACTION_STEP)).toBeNull()
    expect(tradeTowards({ ...part, quantity: 0n }, 0n, FRACTION_STEP)).toBeNull()
    expect(tradeTowards({ ...part, cash: 0n }, WHOLE, FRACTION_STEP)).toBeNull()
  })
})

describe('limits', () => {
  const at = (text: string) => ({ rentalId: 'rental', date: TODAY, prices: { [ARDV.id]: scaled(text) } })
  const holding = (change: Partial<RentRequest> = {}): AccountState => {
    const state = renter(change)
    buy(state, 100_000n)
    return state
  }

  it('a day’s loss of 3 % pauses until a later trading day', () => {
    const state = holding()
    expect(watchRental(state, at('177.20'), NOW)).toEqual({ entries: [] })
    keep(state, watchRental(state, at('176.80'), NOW))
    expect(rentalOf(state)).toMatchObject({ status: 'paused', pauseReason: 'dailyLoss', pausedOn: TODAY })
    expect(resumeRental(state, { rentalId: 'rental', today: TODAY }, NOW)).toMatchObject({ refusal: 'robot.resumes_later' })
    expect(resumeRental({ ...state, frozen: true }, { rentalId: 'rental', today: TOMORROW }, NOW)).toMatchObject({
      refusal: 'account.frozen',
    })
    keep(state, must(resumeRental(state, { rentalId: 'rental', today: TOMORROW }, NOW)).outcome)
    expect(rentalOf(state)).toMatchObject({ status: 'running', pauseReason: null })
    expect(resumeRental(state, { rentalId: 'rental', today: TOMORROW }, NOW)).toMatchObject({ refusal: 'robot.not_running' })
  })

  it('a fall of 10 % from the highest day ends the way back, also during a pause', () => {
    const state = holding()
    keep(state, watchRental(state, at('170'), NOW))
    expect(rentalOf(state).pauseReason).toBe('dailyLoss')
    keep(state, watchRental(state, at('163'), NOW))
    expect(rentalOf(state).pauseReason).toBe('drawdown')
    expect(watchRental(state, at('100'), NOW)).toEqual({ entries: [] })
    expect(resumeRental(state, { rentalId: 'rental', today: TOMORROW }, NOW)).toMatchObject({ refusal: 'robot.stopped_for_good' })
  })

  it('the day’s loss is counted from the value at the end of the day before, which is kept once', () => {
    const state = holding()
    const kept = keep(state, keepValue(state, at('190'), NOW))
    expect(rentalValueKind.in(kept)).toMatchObject([{ date: TODAY, value: rentalOf(state).value }])
    expect(rentalOf(state).peak).toBe(rentalOf(state).value)
    expect(keepValue(state, at('500'), NOW)).toEqual({ entries: [] })
    expect(watchRental(state, at('184.40'), NOW)).toEqual({ entries: [] })
    expect(rentalKind.in(watchRental(state, at('184.20'), NOW))).toMatchObject([{ pauseReason: 'dailyLoss' }])
  })

  it('says nothing without a price, and nothing while an order works', () => {
    const state = holding()
    expect(watchRental(state, { ...at('1'), prices: {} }, NOW)).toEqual({ entries: [] })
    const asked = { id: 'waits', number: 'S', slotId: 'slot', trade: { side: 'sell', quantity: scaled('1') } } as const
    keep(state, must(acceptRobotOrder(state, asked, usTerms(), NOW)).outcome)
    expect(watchRental(state, at('1'), NOW)).toEqual({ entries: [] })
  })

  it('a rental of another rule is paused for good', () => {
    const state = renter()
    rentalKind.of(state).set('rental', { ...rentalOf(state), ruleHash: '0'.repeat(64) })
    keep(state, watchRental(state, at('182'), NOW))
    expect(rentalOf(state)).toMatchObject({ status: 'paused', pauseReason: 'rule' })
    expect(resumeRental(state, { rentalId: 'rental', today: TOMORROW }, NOW)).toMatchObject({ refusal: 'robot.stopped_for_good' })
  })
})

describe('the end', () => {
  const ending = { rentalId: 'rental', handsOver: false, valueDate: TODAY }

  it('gives the money back at once where nothing was bought', () => {
    const state = renter()
    keep(state, must(stopRental(state, ending, NOW)).outcome)
    expect(rentalOf(state)).toMatchObject({ status: 'stopped', returned: 100_000n, endedAt: NOW })
    expect(cashOf(state, 'FOLLOW')).toBe(499_010n)
    expect(stopRental(state, ending, NOW)).toMatchObject({ refusal: 'robot.not_running' })
    expect(stopRental(state, { ...ending, rentalId: 'other' }, NOW)).toMatchObject({ refusal: 'object.not_found' })
  })

  it('waits for the sale and for its settlement', () => {
    const state = renter()
    buy(state, 100_000n)
    keep(state, must(stopRental(state, ending, NOW)).outcome)
    expect(rentalOf(state).status).toBe('stopping')
    expect(finishRental(state, ending, NOW)).toEqual({ entries: [] })
    sell(state, slot(state).quantity)
    expect(finishRental(state, ending, NOW)).toEqual({ entries: [] })
    state.wallets.set('STOCK', { ...walletOf(state, 'STOCK'), settledThrough: TOMORROW })
    const { cash } = slot(state)
    keep(state, finishRental(state, ending, NOW))
    expect(rentalOf(state)).toMatchObject({ status: 'stopped', returned: cash })
    expect(cashOf(state, 'FOLLOW')).toBe(399_010n + cash)
  })

  it('hands the shares over where its customer says so', () => {
    const state = renter()
    buy(state, 100_000n)
    const { quantity, cash } = slot(state)
    const { entries } = keep(state, must(stopRental(state, { ...ending, handsOver: true }, NOW)).outcome)
    expect(entries.map(({ journal }) => journal)).toEqual(['J54', 'J86'])
    expect(positionKind.of(state).get(ARDV.id)).toMatchObject({ free: quantity, locked: 0n })
    expect(rentalOf(state)).toMatchObject({ status: 'stopped', returned: cash })
    expect(handOver(state, slotsOf(state, rentalOf(state)), TODAY, NOW)).toEqual({ entries: [] })
  })

  it('comes by itself after thirty days and not before', () => {
    const state = renter()
    expect(expireRental(state, ending, NOW + RENTAL_MS - 1)).toEqual({ entries: [] })
    keep(state, expireRental(state, ending, NOW + RENTAL_MS), NOW + 30 * DAY_MS)
    expect(rentalOf(state)).toMatchObject({ status: 'expired', returned: 100_000n })
  })
})

describe('splits', () => {
  const split = (newShares: bigint, oldShares: bigint): Split => ({
    kind: 'split',
    instrumentId: ARDV.id,
    exDate: TOMORROW,
    newShares,
    oldShares,
  })

  it('count a robot’s parts of shares by themselves, and never more than the position has', () => {
    const part = { ...slot(renter()), quantity: scaled('0.6') }
    expect(splitSlots([part], split(1n, 10n), scaled('5'), NOW)).toMatchObject([{ quantity: scaled('0.06') }])
    expect(splitSlots([part], split(1n, 10n), 0n, NOW)).toMatchObject([{ quantity: 0n }])
  })

  it('leave the robot’s shares the robot’s', () => {
    const state = renter()
    buy(state, 100_000n)
    const before = slot(state).quantity
    keep(
      state,
      must(bookSplit(state, { split: split(3n, 1n), priorClose: scaled('182'), venue: 'SIM', wallet: 'STOCK', currency: 'USD' }, NOW)),
    )
    expect(slot(state).quantity).toBe(before * 3n)
    expect(positionKind.of(state).get(ARDV.id)).toMatchObject({ free: 0n, locked: before * 3n })
  })
})
