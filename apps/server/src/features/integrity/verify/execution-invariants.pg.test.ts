import { orders } from '@rueda/contract/orders.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../../testing/harness.ts'
import { SHARE } from '../../../testing/fake-venue.ts'
import { findingsAfter } from '../../../testing/tamper.ts'

/** A fill that was impossible at its moment is found, by any writer. */
let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
  const [buyer, seller] = [await harness.newCustomer(), await harness.newCustomer()]
  const share = { stockCode: SHARE.code, market: 'US' as const, quantity: '10' }
  await harness.ask(orders.create, { ...share, direction: 0, orderType: 0 }, seller.token)
  // Inside a wide quote the two trade with each other.
  Object.assign(harness.market, { bids: [['181.00', 300]], asks: [['184.00', 300]] })
  await harness.ask(orders.create, { ...share, direction: 1, orderType: 1, price: '182.50' }, seller.token)
  await harness.ask(orders.create, { ...share, direction: 0, orderType: 1, price: '182.50' }, buyer.token)
  await harness.venue.cycle()
})
afterAll(() => harness.stop())

const findings = (sql: string): Promise<string[]> =>
  findingsAfter(harness.app.pool, null, async (client) => {
    await client.query('alter table fills disable trigger all')
    await client.query(sql)
  })

const MATCHED = 'match_number is not null'
const stopped = (from: string, lifted: string, scope: string): string =>
  `insert into trading_stops (stop_id, kind, scope, target, from_at, lifted_at)
   select gen_random_uuid(), 'halt', ${scope}, min(at) ${from}, max(at) ${lifted} from fills`

it('finds nothing in what the venue has told, and the trade between the two has both sides', async () => {
  expect(await findings('select 1')).toEqual([])
  const { rows } = await harness.app.pool.query<{ sides: number }>(`select count(*)::int as sides from fills where ${MATCHED}`)
  expect(rows[0]?.sides).toBe(2)
})

it.each([
  [
    'a trade with one side',
    `update fills set match_number = null, match_account_id = null, match_order_id = null, match_low = null, match_high = null, match_in_call = null where ${MATCHED} and side = 'buy'`,
    'INV-21b',
  ],
  [
    'an execution booked once more in another month',
    `with again as (select * from fills where side = 'sell' limit 1)
     insert into fills (account_id, order_id, sequence, instrument_id, side, price, quantity, notional, commission, sec_fee, taf, resting, trade_date, settlement_date, at)
     select account_id, order_id, sequence, instrument_id, side, price, quantity, notional, commission, sec_fee, taf, resting, trade_date, settlement_date, at + 2700000000
     from again`,
    'INV-20',
  ],
  ['sides of two moments', `update fills set at = at + 1 where ${MATCHED} and side = 'buy'`, 'INV-21b'],
  ['sides of two instruments', `update fills set instrument_id = 'US:OTHER' where ${MATCHED} and side = 'buy'`, 'INV-21b'],
  ['a side that names somebody else', `update fills set match_account_id = 1 where ${MATCHED} and side = 'buy'`, 'INV-21b'],
  ['a trade above the quote of its moment', `update fills set match_high = price - 1 where ${MATCHED}`, 'INV-21c'],
  ['a trade below the quote of its moment', `update fills set match_low = price + 1 where ${MATCHED}`, 'INV-21c'],
  ['a fill while it was halted', `update fills set market_phase = 'HALT'`, 'INV-22b'],
  ['a fill while the market was closed', `update fills set market_phase = 'CLOSED'`, 'INV-22b'],
  ['a fill before the session of an order for it', `update fills set market_phase = 'PRE'`, 'INV-22b'],
  ['a fill after the session at a price of its own', `update fills set market_phase = 'POST'`, 'INV-22b'],
  ['a fill while staff had stopped everything', stopped('- 1', '+ 1', `'all', null`), 'INV-22c'],
  ['a fill while staff had stopped the market', stopped('- 1', '+ 1', `'market', 'US'`), 'INV-22c'],
  ['a fill while staff had stopped the share', stopped('- 1', '+ 1', `'instrument', '${SHARE.id}'`), 'INV-22c'],
  ['a fill above the limits of the day', `update fills set band_high = price - 1`, 'INV-22d'],
  ['a fill below the limits of the day', `update fills set band_low = price + 1`, 'INV-22d'],
] as const)('finds %s', async (_, sql, id) => {
  expect(await findings(sql)).toContain(id)
})

it.each([
  ['a fill after the session at its closing price', `update fills set market_phase = 'POST', at_fixed_price = true`],
  ['a fill of a closing call', `update fills set market_phase = 'AUCTION'`],
  ['a stop of another market', stopped('- 1', '+ 1', `'market', 'AR'`)],
  ['a stop that was lifted before', stopped('- 2', '- 10', `'all', null`)],
  ['a fill at the edge of its day', `update fills set band_low = price, band_high = price`],
])('takes %s for sound', async (_, sql) => {
  expect(await findings(sql)).toEqual([])
})
