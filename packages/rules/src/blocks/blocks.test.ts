import { describe, expect, it } from 'vitest'
import { bookSplit } from '../corporate/split.ts'
import { scaled } from '../decimal.ts'
import { type AccountState, type Outcome, foresee, post, walletOf } from '../ledger/account-state.ts'
import { formatMinor } from '../money.ts'
import { acceptOrder } from '../orders/accept.ts'
import { amendOrder } from '../orders/amend.ts'
import { acceptanceOf, atOnce } from '../orders/at-once.ts'
import { bookExecution } from '../orders/book-execution.ts'
import { endOrder } from '../orders/end.ts'
import { orderKind } from '../orders/records.ts'
import { positionKind } from '../positions/records.ts'
import { endLock, locksIn } from '../positions/share-lock.ts'
import { refuse } from '../result.ts'
import { must, postings } from '../testing/life.ts'
import { ARDV, NOW, OPEN_MARKET, TODAY, TOMORROW, accountStateWith, orderRequest, plainHash, usTerms } from '../testing/us.ts'
import { type BlockMarket, type BlockRequest, acceptBlock } from './accept.ts'
import { blockFeesOf } from './fees.ts'
import { blockPrice, halfImpact, largestBlock, midOf, premiumOf } from './price.ts'

/** The example of the rule book: a share at 64.10 of which 1.2 million are traded in a day, moving 1.8 % in one. */
const facts = { averageVolume: scaled('1200000'), dailyVolatility: scaled('0.018') }
const best = { bid: scaled('64.09'), ask: scaled('64.11') }
const priceOf = (side: 'buy' | 'sell', shares = '25000') => blockPrice(ARDV, { side, quantity: scaled(shares) }, best, facts)

describe('the price of the block desk (E.4, O.9)', () => {
  it('is half of the impact away from the middle, and rounds against the taker', () => {
    expect(midOf(best)).toBe(scaled('64.10'))
    expect(halfImpact(scaled('25000'), facts)).toBe(scaled('0.00103924'))
    expect([priceOf('buy'), priceOf('sell')]).toEqual([scaled('64.17'), scaled('64.03')])
  })

  it('grows with the root of the quantity', () => {
    expect(halfImpact(scaled('40000'), facts)).toBe(2n * halfImpact(scaled('10000'), facts))
  })

  it('says how far it is from the market, whichever way', () => {
    expect(premiumOf(scaled('64.17'), scaled('64.10'))).toBe(scaled('0.00109204'))
    expect(premiumOf(scaled('64.03'), scaled('64.10'))).toBe(scaled('-0.00109204'))
  })

  it('is never inside the middle: nobody gains by buying and selling at once', () => {
    for (const shares of ['10000', '33333', '60000'])
      expect((priceOf('buy', shares) ?? 0n) - (priceOf('sell', shares) ?? 0n)).toBeGreaterThan(0n)
  })

  it('needs a market on both sides and a share that is traded', () => {
    const order = { side: 'buy', quantity: scaled('25000') } as const
    expect(blockPrice(ARDV, order, { ...best, ask: 0n }, facts)).toBeNull()
    expect(blockPrice(ARDV, order, best, { ...facts, averageVolume: 0n })).toBeNull()
  })

  it('is given for five percent of a usual day at the most, in whole shares', () => {
    expect(largestBlock(facts)).toBe(scaled('60000'))
    expect(largestBlock({ averageVolume: scaled('200019') })).toBe(scaled('10000'))
    expect(largestBlock({ averageVolume: scaled('900000000') })).toBe(scaled('5000000'))
  })
})

const market: BlockMarket = {
  ...usTerms({ market: { last: scaled('64.10'), ...best, previousClose: scaled('63.80') } }),
  fees: blockFeesOf(ARDV, scaled('25000')),
  day: { low: scaled('63.70'), high: scaled('64.40') },
  facts,
  blockPermissionMissing: false,
}
const firm = { isFirm: true, lockDays: 1 } as const
const negotiated = { isFirm: false, lockDays: 1 } as const
const asked = (change: Partial<BlockRequest> = {}): BlockRequest => ({
  id: 'block-1',
  number: 'S20261120-0000000001',
  instrumentId: ARDV.id,
  wallet: 'STOCK',
  side: 'buy',
  quantity: scaled('25000'),
  price: scaled('64.17'),
  block: firm,
  ...change,
})
/** Two million dollars. */
const rich = (): AccountState => accountStateWith(200_000_000n)
const keep = (state: AccountState, outcome: Outcome): Outcome => {
  post(state, outcome, NOW, plainHash)
  return outcome
}

let sequence = 0
const executionOf = (request: BlockRequest, price = request.price) => {
  sequence += 1
  const { id: orderId, quantity } = request
  const trade = { orderId, sequence, price, quantity, resting: false, match: null, market: OPEN_MARKET, at: NOW }
  return { ...trade, tradeDate: TODAY, settlementDate: TOMORROW }
}
const booking = (unlocksOn: string | null) => ({
  fees: market.fees,
  market: 'US',
  venue: 'SIM',
  newPosition: { id: 'position-1', number: 'P' },
  unlocksOn,
})
/** A block accepted and executed in one commit, as the desk does it. */
function traded(state: AccountState, change: Partial<BlockRequest> = {}, unlocksOn: string | null = TOMORROW): Outcome {
  const request = asked(change)
  const { outcome } = must(acceptBlock(state, request, market, NOW))
  const book = (before: AccountState) => bookExecution(before, executionOf(request), booking(unlocksOn), NOW)
  return keep(state, must(atOnce(acceptanceOf(state, outcome), [true], book)))
}
const cash = (state: AccountState) => {
  const { cash: free, hold } = walletOf(state, 'STOCK')
  return { free: formatMinor(free, 'USD'), hold: formatMinor(hold, 'USD') }
}
const holding = (state: AccountState) => {
  const { free, held, locked } = positionKind.of(state).get(ARDV.id) ?? { free: 0n, held: 0n, locked: 0n }
  return { free, held, locked }
}

describe('a block at the firm price', () => {
  it('is one entry, with its fee of 0.02 %, and its shares are locked', () => {
    const state = rich()
    // 25 000 × 64.17 = 1 604 250.00, of which two hundredths of a percent are 320.85.
    expect(postings(traded(state))).toEqual([
      'J32 U:STOCK:CASH -1604570.85',
      'J32 H:SETTLE:US:USD 1604250.00',
      'J32 H:FEE:COMMISSION:USD 320.85',
      'J32 H:SETTLESEC:US:ARDV -25000',
      'J32 U:SECLOCK:US:ARDV 25000',
    ])
    expect(holding(state)).toEqual({ free: 0n, held: 0n, locked: scaled('25000') })
    expect(orderKind.of(state).get('block-1')).toMatchObject({ status: 'filled', block: firm, heldCash: 0n })
    expect(locksIn(state, ARDV.id)).toMatchObject([{ id: 'block-1', quantity: scaled('25000'), unlocksOn: TOMORROW, unlockedAt: null }])
  })

  it('is free at once where nothing is to be locked', () => {
    const state = rich()
    traded(state, { block: { isFirm: true, lockDays: 0 } }, null)
    expect(holding(state)).toEqual({ free: scaled('25000'), held: 0n, locked: 0n })
    expect(locksIn(state, ARDV.id)).toEqual([])
  })

  it('costs five dollars at the least, and what others collect on a sale', () => {
    const state = rich()
    traded(state, {}, null)
    const sold = postings(traded(state, { id: 'block-2', side: 'sell', quantity: scaled('25000'), price: scaled('64.03') }))
    // 25 000 × 64.03 = 1 600 750.00: fee 320.15, SEC 0.0000206 of it up to 32.98, TAF 0.000195 a share up to 4.88.
    expect(sold).toEqual([
      'J33 U:SEC:US:ARDV -25000',
      'J33 H:SETTLESEC:US:ARDV 25000',
      'J33 H:SETTLE:US:USD -1600750.00',
      'J33 U:STOCK:CASH 1600391.99',
      'J33 H:FEE:COMMISSION:USD 320.15',
      'J33 H:TAX:SEC_FEE:USD 32.98',
      'J33 H:TAX:TAF:USD 4.88',
    ])
    const cheap = asked({ quantity: scaled('10000'), price: scaled('1.00') })
    expect(must(acceptBlock(rich(), cheap, market, NOW)).order.heldCash).toBe(1_000_500n)
  })

  it('adds to a position whose shares stay free', () => {
    const state = rich()
    traded(state, {}, null)
    traded(state, { id: 'block-2', quantity: scaled('10000'), price: scaled('2.00') })
    expect(holding(state)).toEqual({ free: scaled('25000'), held: 0n, locked: scaled('10000') })
  })
})

describe('what is refused, the first in the order of the rule book', () => {
  const cases: readonly (readonly [string, Partial<BlockRequest>, Partial<BlockMarket>, ReturnType<typeof refuse>])[] = [
    ['no identity', { quantity: 1n }, { identityMissing: true, permissionMissing: true }, refuse('kyc.required')],
    ['no permission', { quantity: 1n }, { permissionMissing: true, instrument: null }, refuse('permission.required')],
    ['no permission for blocks', { quantity: 1n }, { blockPermissionMissing: true, instrument: null }, refuse('block.not_permitted')],
    ['nothing of this name', {}, { instrument: null }, refuse('instrument.unknown', { field: 'stockCode' })],
    ['what is only looked at', {}, { instrument: { ...ARDV, quoteOnly: true } }, refuse('instrument.quote_only')],
    ['figures that are not known yet', {}, { facts: null }, refuse('quote.stale')],
    ['a closed market', {}, { matching: false, halted: true }, refuse('market.closed')],
    ['hours beside the session', {}, { extended: true }, refuse('market.closed')],
    ['a halt', { quantity: 1n }, { halted: true }, refuse('instrument.halted')],
    [
      'a share less than ten thousand',
      { quantity: scaled('9999') },
      {},
      refuse('quantity.below_minimum', { num: '10000', field: 'quantity' }),
    ],
    ['parts of a share', { quantity: scaled('10000.5') }, {}, refuse('quantity.step', { step: '1', field: 'quantity' })],
    ['more than five percent of a day', { quantity: scaled('60001') }, {}, refuse('order.risk_limit', { limit: '60000', unit: 'shares' })],
    ['a market on one side', {}, { market: { last: 1n, bid: 1n, ask: 0n, previousClose: 1n } }, refuse('quote.stale')],
    ['old prices', {}, { marketAt: NOW - 10_001 }, refuse('quote.stale', { ageMs: 10_001 })],
  ]
  it.each(cases)('%s', (_, request, change, refusal) => {
    expect(acceptBlock(rich(), asked(request), { ...market, ...change }, NOW)).toEqual(refusal)
  })

  it('money that is not there, with its fee', () => {
    expect(acceptBlock(accountStateWith(160_457_084n), asked(), market, NOW)).toEqual(
      refuse('wallet.insufficient', { need: '1604570.85', available: '1604570.84', missing: '0.01' }),
    )
    expect(acceptBlock(accountStateWith(160_457_085n), asked(), market, NOW)).toMatchObject({ ok: true })
  })

  it('a frozen account that buys; one that sells may leave', () => {
    const state = rich()
    traded(state, {}, null)
    state.frozen = true
    expect(acceptBlock(state, asked({ id: 'block-2' }), market, NOW)).toEqual(refuse('account.frozen'))
    expect(acceptBlock(state, asked({ id: 'block-2', side: 'sell' }), market, NOW)).toMatchObject({ ok: true })
  })
})

describe('locked shares', () => {
  const locked = refuse('position.locked', { available: '0', field: 'quantity' })

  it('are sold nowhere: not in a block, not at a limit, not at market', () => {
    const state = rich()
    traded(state)
    expect(acceptBlock(state, asked({ id: 'block-2', side: 'sell' }), market, NOW)).toEqual(locked)
    const sale = { id: 'order-2', side: 'sell', quantity: scaled('1'), limitPrice: scaled('64.10') } as const
    expect(acceptOrder(state, orderRequest(sale), market, NOW)).toEqual(locked)
    expect(acceptOrder(state, orderRequest({ ...sale, type: 'market', limitPrice: null }), market, NOW)).toEqual(locked)
  })

  it('are free on their day (J54), once, and not before', () => {
    const state = rich()
    traded(state)
    expect(endLock(state, { lockId: 'block-1', today: TODAY }, NOW)).toBeNull()
    const ended = endLock(state, { lockId: 'block-1', today: TOMORROW }, NOW)
    if (ended === null) throw new Error('the lock is due')
    expect(postings(keep(state, ended))).toEqual(['J54 U:SECLOCK:US:ARDV -25000', 'J54 U:SEC:US:ARDV 25000'])
    expect(holding(state)).toEqual({ free: scaled('25000'), held: 0n, locked: 0n })
    expect(endLock(state, { lockId: 'block-1', today: TOMORROW }, NOW)).toBeNull()
    expect(endLock(state, { lockId: 'block-9', today: TOMORROW }, NOW)).toBeNull()
  })

  const split = (newShares: bigint, oldShares: bigint) =>
    ({
      split: { kind: 'split', instrumentId: ARDV.id, exDate: TOMORROW, newShares, oldShares },
      priorClose: scaled('64.10'),
      venue: 'SIM',
      wallet: 'STOCK',
      currency: 'USD',
    }) as const

  it('split with the others, each lock by itself', () => {
    const state = rich()
    traded(state, { quantity: scaled('10000'), price: scaled('20') }, TOMORROW)
    traded(state, { id: 'block-2', quantity: scaled('10001'), price: scaled('20') }, '2026-11-23')
    keep(state, must(bookSplit(state, split(3n, 2n), NOW)))
    // 15 000 and 15 001.5: of 30 001 whole shares the locks have 15 000 and 15 001.
    expect(locksIn(state, ARDV.id).map(({ quantity }) => quantity)).toEqual([scaled('15000'), scaled('15001')])
    expect(holding(state)).toEqual({ free: 0n, held: 0n, locked: scaled('30001') })
    keep(state, endLock(state, { lockId: 'block-1', today: TOMORROW }, NOW) ?? { entries: [] })
    expect(holding(state)).toEqual({ free: scaled('15000'), held: 0n, locked: scaled('15001') })
  })

  it('leave a share free that no lock has whole', () => {
    const state = rich()
    for (const id of ['block-1', 'block-2']) traded(state, { id, quantity: scaled('10001'), price: scaled('20') })
    keep(state, must(bookSplit(state, split(1n, 2n), NOW)))
    expect(holding(state)).toEqual({ free: scaled('1'), held: 0n, locked: scaled('10000') })
  })

  it('end with a split that leaves none of them', () => {
    const state = rich()
    traded(state, { quantity: scaled('10000'), price: scaled('20') })
    keep(state, must(bookSplit(state, split(1n, 20_000n), NOW)))
    expect(locksIn(state, ARDV.id)).toEqual([])
    expect(positionKind.of(state).has(ARDV.id)).toBe(false)
  })
})

describe('a price to negotiate', () => {
  const own = (price: string, change: Partial<BlockRequest> = {}) => asked({ price: scaled(price), block: negotiated, ...change })

  it('lies within a percent of the middle, and within the day', () => {
    const outside = refuse('price.outside_band', { field: 'price', low: '63.70', high: '64.40' })
    expect(acceptBlock(rich(), own('63.69'), market, NOW)).toEqual(outside)
    expect(acceptBlock(rich(), own('64.41'), market, NOW)).toEqual(outside)
    for (const price of ['63.70', '64.40']) expect(acceptBlock(rich(), own(price), market, NOW)).toMatchObject({ ok: true })
    const wide = { ...market, day: { low: scaled('60'), high: scaled('70') } }
    expect(acceptBlock(rich(), own('63.45'), wide, NOW)).toEqual(
      refuse('price.outside_band', { field: 'price', low: '63.46', high: '64.74' }),
    )
    expect(acceptBlock(rich(), own('64.105'), market, NOW)).toEqual(refuse('price.tick', { tick: '0.01', field: 'price' }))
  })

  it('holds its money while it waits, and gets the better price back', () => {
    const state = rich()
    const request = own('64.20')
    keep(state, must(acceptBlock(state, request, market, NOW)).outcome)
    expect(orderKind.of(state).get('block-1')).toMatchObject({ status: 'working', timeInForce: 'DAY', block: negotiated })
    // 25 000 × 64.20 = 1 605 000.00 and 321.00.
    expect(cash(state)).toEqual({ free: '394679.00', hold: '1605321.00' })
    keep(state, must(bookExecution(state, executionOf(request, scaled('64.17')), booking(TOMORROW), NOW)))
    expect(cash(state)).toEqual({ free: '395429.15', hold: '0.00' })
    expect(holding(state).locked).toBe(scaled('25000'))
  })

  it('gives everything back when the desk does not come to it', () => {
    const state = rich()
    keep(state, must(acceptBlock(state, own('64.00'), market, NOW)).outcome)
    const ended = must(endOrder(state, { orderId: 'block-1', reason: 'EXPIRED', tradeDate: TODAY }, NOW))
    expect(orderKind.in(ended)).toMatchObject([{ status: 'expired', endReason: 'EXPIRED' }])
    keep(state, ended)
    expect(cash(state)).toEqual({ free: '2000000.00', hold: '0.00' })
  })

  it('is not amended: another price is another block', () => {
    const state = foresee(rich(), must(acceptBlock(rich(), own('64.00'), market, NOW)).outcome)
    const amended = amendOrder(state, { orderId: 'block-1', limitPrice: scaled('64.10') }, market, NOW)
    expect(amended).toEqual(refuse('order.type_unsupported', { field: 'orderId' }))
  })
})
