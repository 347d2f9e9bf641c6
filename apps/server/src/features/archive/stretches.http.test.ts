import { accounts } from '@rueda/contract/accounts.ts'
import { orders } from '@rueda/contract/orders.ts'
import { practice } from '@rueda/contract/practice.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { type MatchedSide, otherSideOf } from '@rueda/rules/orders/circumstances.ts'
import { OPEN_MARKET } from '@rueda/rules/testing/us.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeMonths } from '../../db/months.ts'
import { buy, faultsIn, passTo, sellAll, verified } from '../../testing/archived-house.ts'
import { SHARE } from '../../testing/fake-venue.ts'
import { type Customer, type Harness, readInForce, startHarness } from '../../testing/harness.ts'
import { passIdentity } from '../../testing/identity.ts'
import { openDay } from '../../testing/open-days.ts'
import { payReferrals } from '../accounts/referrals.ts'
import { settleDue } from '../ledger/settle-due.ts'
import { bookVenueEvents } from '../orders/venue-events.ts'
import { archiveMonths } from './jobs.ts'

/**
 * What is asked of a part of a history by itself: somebody who was invited and traded, somebody who began anew in between, and a trade of two customers
 * of whom one is flat and the other still holds.
 */
let harness: Harness
let referee: Customer
let fresh: Customer
let seller: Customer
let buyer: Customer
const OTHER_DEVICE = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0' }

async function invited(inviteCode: string): Promise<Customer> {
  const [email, password] = ['brought@example.org', 'paso-a-paso-7']
  const { devCode } = await harness.ask(accounts.sendCode, { email, type: 'register' })
  const registration = { agreements: readInForce(), email, password, code: devCode ?? '', inviteCode }
  const { data } = await harness.call(accounts.register, registration, null, OTHER_DEVICE)
  return { accountId: data?.user.id ?? '', token: data?.token ?? '', email, password, cookie: '' }
}

const NUMBER = 1_000
/** The venue's word of a trade of a hundred shares, on both sides. */
async function matched(): Promise<void> {
  const open = harness.market.sessions
  harness.market.sessions = [
    { from: 0, phase: 'CLOSED', tradeDate: '2026-11-18', matching: false, opensAt: 0, closesAt: Number.MAX_SAFE_INTEGER },
  ]
  await harness.venue.cycle()
  const share = { stockCode: SHARE.code, market: 'US' as const, orderType: 1, quantity: '100' }
  const bid = (await harness.ask(orders.create, { ...share, direction: 0, price: '182.40' }, buyer.token)).orderId
  const ask = (await harness.ask(orders.create, { ...share, direction: 1, price: '182.30' }, seller.token)).orderId
  const sold: MatchedSide = {
    ...{
      orderId: ask,
      accountId: seller.accountId,
      instrumentId: SHARE.id,
      side: 'sell',
      quantity: scaled('100'),
      price: scaled('182.36'),
    },
    ...{ resting: true, market: OPEN_MARKET, tradeDate: '2026-11-18', sequence: NUMBER, at: harness.app.clock.now() },
    match: {
      number: NUMBER,
      otherAccountId: buyer.accountId,
      otherOrderId: bid,
      low: scaled('182.36'),
      high: scaled('182.37'),
      isCall: false,
    },
  }
  for (const side of [sold, otherSideOf(sold)]) await bookVenueEvents(harness.app, 0)([{ kind: 'execution', ...side }])
  harness.market.sessions = open
  await harness.venue.cycle()
}

beforeAll(async () => {
  harness = await startHarness({ environment: { KEEP_MONTHS: '14' } })
  harness.market.volatility = 0
  harness.market.sessions = [openDay('2026-11-18', 0), ...['2028-02-02'].map((date) => openDay(date))]
  await makeMonths(harness.app.pool, harness.app.clock.now())
  const referrer = await harness.newCustomer()
  referee = await invited((await harness.ask(accounts.invite, {}, referrer.token)).inviteCode)
  fresh = await harness.newCustomer()
  seller = await harness.newCustomer()
  buyer = await harness.newCustomer()
  for (const { accountId } of [referrer, referee]) await passIdentity(harness, accountId, `Ana ${accountId}`)
  await buy(harness, referee, '150')
  await sellAll(harness, referee)
  await buy(harness, fresh, '5')
  await harness.call(practice.begin, {}, fresh.token, { 'idempotency-key': 'beginning-anew' })
  await buy(harness, fresh, '3')
  await sellAll(harness, fresh)
  await buy(harness, seller, '100')
  await matched()
  await payReferrals(harness.app, '2026-11-23')
  await settleDue(harness.app, 'US', '2026-11-19')
  await passTo(harness, '2028-02-02')
  await verified(harness, 'incremental')
})
afterAll(() => harness.stop())

it('leaves with sums of their own, and every check holds over them', async () => {
  const { pool } = harness.app
  expect(faultsIn(await verified(harness))).toEqual({})
  await archiveMonths(harness.app)
  const { rows } = await pool.query<{ id: string }>('select account_id::text as id from archived_holdings order by account_id')
  expect(rows.map(({ id }) => id)).toEqual([referee, fresh, seller].map(({ accountId }) => accountId))
  const { rows: cash } = await pool.query(
    "select count(*) as stretches from archived_lines where account_id = $1 and account = 'U:STOCK:CASH'",
    [fresh.accountId],
  )
  // Before and after the new beginning.
  expect(cash).toEqual([{ stretches: 2n }])
  const { rows: given } = await pool.query("select count(*) from entries where journal = 'J95'")
  expect(given).toEqual([{ count: 1n }])
  expect(faultsIn(await verified(harness, 'incremental'))).toEqual({})
  expect(faultsIn(await verified(harness))).toEqual({})
})

it('pays nothing twice for what has left', async () => {
  await payReferrals(harness.app, '2028-02-07')
  const { rows } = await harness.app.pool.query("select count(*) from entries where journal = 'J95'")
  expect(rows).toEqual([{ count: 1n }])
})
