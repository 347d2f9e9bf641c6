import { feeDesk } from '@rueda/contract/admin/fees.ts'
import { orders } from '@rueda/contract/orders.ts'
import { formatScaled, scaled } from '@rueda/rules/decimal.ts'
import { firstVersion } from '@rueda/rules/fees/versions.ts'
import { OPEN_MARKET } from '@rueda/rules/testing/us.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'
import { hire } from '../../testing/staff.ts'
import { verifyBooks } from '../integrity/verify/verify.ts'
import { bookVenueEvents } from '../orders/venue-events.ts'
import { EVENTS_PER_RUN } from '../../venue/runs.ts'
import { marketsJson } from './book.ts'

/**
 * A trade between two customers under a later version of the commissions, of which only the seller's side was booked when the server died.
 * The version is put into the table, because announcing one takes a week; so AUDIT-1 rightly misses its announcement.
 */
let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.stop())

const environment = { SIM_SEED: 'fees after a restart', SIM_ALWAYS_OPEN: '0' }
const start = (at: string) => startMarketHarness({ database, environment, machineAt: Date.parse(at), expects: /AUDIT-1/u })
const MATCH = 500_000

it('books the other side at the next start, at the commissions of its order', async () => {
  const first = await start('2026-11-19T19:00:00Z')
  await first.pass(1000)
  await withSecondVersion(first)
  const [buyer, seller] = [await first.newCustomer(), await first.newCustomer()]
  const share = [...first.app.venue.instruments.values()].find(
    ({ market, quoteOnly, id }) => market === 'US' && !quoteOnly && first.app.venue.quote(id) !== null,
  )
  const of = { stockCode: share?.code ?? '', market: 'US', quantity: '10' } as const
  await first.ask(orders.create, { ...of, direction: 0, orderType: 0 }, seller.token)
  await first.pass(5000)
  await first.passTo('2026-11-20T02:00:00Z')
  const last = first.app.venue.quote(share?.id ?? '')?.last ?? 0n
  const cent = scaled('0.01')
  const price = (percent: bigint): bigint => ((last * percent) / 1000n / cent) * cent
  const limit = { ...of, orderType: 1, tif: 1 } as const
  const bid = await first.ask(orders.create, { ...limit, direction: 0, price: formatScaled(price(1005n)) }, buyer.token)
  const ask = await first.ask(orders.create, { ...limit, direction: 1, price: formatScaled(price(995n)) }, seller.token)

  const { rows } = await database.pool.query<{ run: bigint }>('select max(run) as run from venue_runs')
  const match = {
    number: MATCH,
    otherAccountId: buyer.accountId,
    otherOrderId: bid.orderId,
    low: price(995n),
    high: price(1005n),
    isCall: false,
  }
  await bookVenueEvents(
    first.app,
    Number(rows[0]?.run ?? 0) * EVENTS_PER_RUN,
  )([
    {
      ...{ kind: 'execution', orderId: ask.orderId, accountId: seller.accountId, instrumentId: share?.id ?? '', side: 'sell' },
      ...{ quantity: scaled('4'), price: price(1000n), resting: true, match, market: OPEN_MARKET, tradeDate: '2026-11-19' },
      ...{ sequence: MATCH, at: first.app.clock.now() },
    },
  ])
  await first.stop()

  const second = await start('2026-11-20T02:05:00Z')
  await second.pass(1000)
  const sides = await database.pool.query<{ side: string; quantity: bigint }>(
    'select side, quantity from fills where match_number is not null order by side',
  )
  expect(sides.rows).toEqual([
    { side: 'buy', quantity: scaled('4') },
    { side: 'sell', quantity: scaled('4') },
  ])
  const { checks } = await verifyBooks(database.pool, null, () => 0)
  expect(checks.flatMap(({ id, offending }) => (offending.length > 0 ? [id] : []))).toEqual(['AUDIT-1'])
  await second.stop()
})

async function withSecondVersion(harness: MarketHarness): Promise<void> {
  const ana = await hire(harness, ['product'])
  const { versions } = await ana.ask(feeDesk.list, {})
  const markets = (versions.at(-1)?.markets ?? []).map(({ market, steps }) => ({
    market,
    steps: steps.map(({ from, commissions }) => ({
      from,
      commissions: commissions.map(({ base: _, ...row }) => ({ ...row, rate: market === 'US' ? '0.02' : row.rate })),
    })),
  }))
  await ana.ask(feeDesk.propose, { reason: 'maintenance', firstDay: '2026-12-01', markets })
  await database.pool.query(
    `insert into fee_versions (version, first_day, starts_at, markets, reason, note, at, staff_id, approval_id)
     select 2, '2026-11-16', $1, $2, 'maintenance', null, 1, $3, approval_id from approvals`,
    [Date.parse('2026-11-16T05:00:00Z'), JSON.stringify(marketsJson(firstVersion.markets)), ana.staffId],
  )
  await harness.app.fees.refresh()
}
