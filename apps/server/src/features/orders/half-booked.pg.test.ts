import { orders } from '@rueda/contract/orders.ts'
import type { VenueEvent } from '@rueda/exchange/venue.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { OPEN_MARKET } from '@rueda/rules/testing/us.ts'
import { type MatchedSide, otherSideOf } from '@rueda/rules/orders/circumstances.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { verifyBooks } from '../integrity/verify/verify.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { SHARE } from '../../testing/fake-venue.ts'
import { EVENTS_PER_RUN, beginRun } from '../../venue/runs.ts'
import { findHalfBooked } from './half-booked.ts'
import { bookVenueEvents } from './venue-events.ts'

/** A trade between customers is booked on both sides, at the latest after the next start. */
let harness: Harness
let [buyer, seller]: [Customer, Customer] = [] as never
let [bid, ask]: [string, string] = [] as never

beforeEach(async () => {
  harness = await startHarness()
  ;[buyer, seller] = [await harness.newCustomer(), await harness.newCustomer()]
  const share = { stockCode: SHARE.code, market: 'US' as const, orderType: 1, quantity: '100' }
  await harness.ask(orders.create, { ...share, direction: 0, orderType: 0 }, seller.token)
  // Orders that wait for a session may overlap in price; the venue matches nothing of it here.
  harness.market.sessions = [
    { from: 0, phase: 'CLOSED', tradeDate: '2026-11-18', matching: false, opensAt: 0, closesAt: Number.MAX_SAFE_INTEGER },
  ]
  await harness.venue.cycle()
  bid = (await harness.ask(orders.create, { ...share, direction: 0, price: '182.40' }, buyer.token)).orderId
  ask = (await harness.ask(orders.create, { ...share, direction: 1, price: '182.30' }, seller.token)).orderId
  await beginRun(harness.app.pool, harness.app.clock.now())
})
afterEach(() => harness.stop())

const NUMBER = 5
const executed = (side: MatchedSide): VenueEvent => ({ kind: 'execution', ...side })

/** The seller rested, the buyer came. */
const sold = (quantity = '40'): MatchedSide => ({
  orderId: ask,
  accountId: seller.accountId,
  instrumentId: SHARE.id,
  side: 'sell',
  quantity: scaled(quantity),
  price: scaled('182.36'),
  resting: true,
  match: {
    number: NUMBER,
    otherAccountId: buyer.accountId,
    otherOrderId: bid,
    low: scaled('182.36'),
    high: scaled('182.37'),
    isCall: false,
  },
  market: OPEN_MARKET,
  tradeDate: '2026-11-18',
  sequence: NUMBER,
  at: harness.app.clock.now(),
})

const findings = async (): Promise<readonly string[]> =>
  (await verifyBooks(harness.app.pool, null, () => 0)).checks.flatMap(({ id, offending }) => (offending.length > 0 ? [id] : []))

it.each(['the one who rested', 'the one who came'] as const)(
  'killed when %s was booked: the other side is booked at the next start',
  async (who) => {
    const first = who === 'the one who rested' ? sold() : otherSideOf(sold())
    await bookVenueEvents(harness.app, EVENTS_PER_RUN)([executed(first)])
    expect(await findings()).toEqual(['INV-21b'])

    const halfBooked = await findHalfBooked(harness.app.pool)
    const left = new Map((await halfBooked.openOrders()).map(({ orderId, quantity }) => [orderId, quantity]))
    expect(left.get(bid), 'the venue knows of both sides').toBe(scaled('60'))
    expect(left.get(ask)).toBe(scaled('60'))
    await halfBooked.book(harness.app)
    await expectSoundBooks(harness.app.pool)
    const { rows } = await harness.app.pool.query(
      'select side, resting, sequence::int, match_number::int from fills where match_number is not null order by sequence',
    )
    expect(rows).toEqual([
      { side: 'sell', resting: true, sequence: EVENTS_PER_RUN + NUMBER, match_number: EVENTS_PER_RUN + NUMBER },
      { side: 'buy', resting: false, sequence: EVENTS_PER_RUN + NUMBER + 1, match_number: EVENTS_PER_RUN + NUMBER },
    ])

    const again = await findHalfBooked(harness.app.pool)
    await again.book(harness.app)
    await expectSoundBooks(harness.app.pool)
    expect(new Map((await again.openOrders()).map(({ orderId, quantity }) => [orderId, quantity]))).toEqual(left)
  },
)

it('an order that its missing side fills whole is not given to the venue again', async () => {
  await bookVenueEvents(harness.app, EVENTS_PER_RUN)([executed(sold('100'))])
  const halfBooked = await findHalfBooked(harness.app.pool)
  expect((await halfBooked.openOrders()).map(({ orderId }) => orderId)).not.toContain(bid)
  await halfBooked.book(harness.app)
  await expectSoundBooks(harness.app.pool)
  expect((await harness.ask(orders.list, { orderId: bid }, buyer.token)).list[0]).toMatchObject({ status: 1, filledQuantity: '100' })
})

it('both sides booked leave nothing to do', async () => {
  await bookVenueEvents(harness.app, EVENTS_PER_RUN)([executed(sold()), executed(otherSideOf(sold()))])
  await expectSoundBooks(harness.app.pool)
  const before = (await findHalfBooked(harness.app.pool)).openOrders()
  expect((await before).map(({ quantity }) => quantity)).toEqual([scaled('60'), scaled('60')])
})
