import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'
import { findingsAfter } from '../../testing/tamper.ts'

/** An operator who gives a fund or an agency what its rule does not, or takes a day out: the checks see it. */
let database: Database
let harness: MarketHarness
beforeAll(async () => {
  database = await createTestDatabase()
  const environment = { SIM_SEED: 'follow', SIM_ALWAYS_OPEN: '0' }
  harness = await startMarketHarness({ database, environment, machineAt: Date.parse('2026-11-20T17:00:00Z'), listsEverything: true })
  await harness.pass(1_000)
  await harness.passTo('2026-11-21T01:00:20Z')
})
afterAll(async () => {
  await harness.stop()
  await database.stop()
})

const after = (sql: string) =>
  findingsAfter(database.pool, null, async (client) => {
    for (const table of ['fund_strikes', 'agency_strikes']) await client.query(`alter table ${table} disable trigger all`)
    await client.query(sql)
  })
const LAST = `date = (select max(date) from fund_strikes)`
const LAST_OF_AGENCIES = `date = (select max(date) from agency_strikes where kind = 'backtest') and kind = 'backtest'`

describe('strikes that were changed by a row', () => {
  it('are in order as they are', async () => {
    expect(await after('select 1')).toEqual([])
    const { rows } = await database.pool.query(`select count(distinct fund_id)::int as funds, count(distinct agency_id)::int as agencies
                                                from fund_strikes cross join (select distinct agency_id from agency_strikes) agencies`)
    expect(rows).toEqual([{ funds: 12, agencies: 6 }])
  })

  it.each([
    ['nothing held any more', `update fund_strikes set holdings = '[]' where fund_id = 'balanced' and ${LAST}`],
    [
      'other weights',
      `update fund_strikes set holdings = jsonb_set(holdings, '{0,weight}', '"90000000"') where fund_id = 'balanced' and ${LAST}`,
    ],
    [
      'weights that add up, and are not those that followed',
      `update fund_strikes set holdings = jsonb_set(jsonb_set(holdings, '{0,weight}', '"90000000"'), '{1,weight}', '"10000000"') where fund_id = 'balanced' and ${LAST}`,
    ],
    [
      'another holding',
      `update fund_strikes set holdings = jsonb_set(holdings, '{0,series,instrumentId}', '"US:TSLA"') where fund_id = 'momentum' and ${LAST}`,
    ],
    [
      'another first value',
      `update fund_strikes set fees = 1 where fund_id = 'gold' and date = (select min(date) from fund_strikes where fund_id = 'gold')`,
    ],
  ])('shows of a fund: %s', async (_, sql) => {
    expect(await after(sql)).toContain('FUND-6')
  })

  it('shows: a day that is missing between', async () => {
    const missing = `date = (select max(date) - 30 from fund_strikes) or date = (select max(date) - 31 from fund_strikes) or date = (select max(date) - 32 from fund_strikes)`
    expect(await after(`delete from fund_strikes where fund_id = 'cash-usd' and (${missing})`)).toContain('FUND-6')
    expect(await after(`delete from agency_strikes where agency_id = 'momentum' and (${missing})`)).toContain('MANDATE-7')
  })

  it.each([
    [
      'a plan of more than the whole',
      `update agency_strikes set plan = jsonb_set(plan, '{0,weight}', '"200000000"') where agency_id = 'index-core' and kind = 'live'`,
    ],
    [
      'a plan of something else',
      `update agency_strikes set plan = jsonb_set(plan, '{0,instrumentId}', '"US:OTHER"') where agency_id = 'index-core' and kind = 'live'`,
    ],
    [
      'a plan on a day without one',
      `update agency_strikes s set plan = p.plan from agency_strikes p where s.plan is null and p.plan is not null and p.kind = 'live' and p.agency_id = s.agency_id and s.${LAST_OF_AGENCIES.replace(' and kind', ' and s.kind')}`,
    ],
    [
      'positions of the same sum',
      `update agency_strikes set positions = jsonb_set(jsonb_set(positions, '{0,value}', positions #> '{1,value}'), '{1,value}', positions #> '{0,value}') where agency_id = 'index-core' and ${LAST_OF_AGENCIES}`,
    ],
    ['no trades where its plan wants them', `update agency_strikes set trades = '[]' where agency_id = 'index-core' and trades <> '[]'`],
  ])('shows of an agency: %s', async (_, sql) => {
    expect(await after(sql)).toContain('MANDATE-7')
  })
})
