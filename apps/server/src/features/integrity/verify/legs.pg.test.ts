import { orders } from '@rueda/contract/orders.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../../testing/harness.ts'
import { SHARE } from '../../../testing/fake-venue.ts'
import { findingsAfter } from '../../../testing/tamper.ts'
import { invariants } from './invariants.ts'

/** INV-21: both legs of a fill stand in one entry, money one way and shares the other. */
let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  const { token } = await harness.newCustomer()
  const share = { stockCode: SHARE.code, market: 'US' as const, quantity: '10' }
  await harness.ask(orders.create, { ...share, direction: 0, orderType: 0 }, token)
  await harness.ask(orders.create, { ...share, quantity: '4', direction: 1, orderType: 0 }, token)
  await harness.venue.cycle()
})
afterAll(() => harness.stop())

const findings = (...statements: string[]): Promise<string[]> =>
  findingsAfter(harness.app.pool, null, async (client) => {
    await client.query('alter table fills disable trigger all')
    await client.query('alter table entries drop constraint entry_has_lines')
    for (const sql of statements) await client.query(sql)
  })

const BUY = `journal = 'J32'`
const apart = (legs: string, journal: string): string => `
  insert into entries (account_id, sequence, journal, cause_kind, cause_id, cause_step, at, value_date, accounts, assets, amounts, balances_after, previous_hash, hash)
  select account_id, sequence + 1000, '${journal}', cause_kind, cause_id, cause_step, at, value_date, accounts[${legs}], assets[${legs}], amounts[${legs}],
         balances_after[${legs}], previous_hash, hash from entries where ${BUY}`
const keep = (legs: string): string => `
  update entries set accounts = accounts[${legs}], assets = assets[${legs}], amounts = amounts[${legs}], balances_after = balances_after[${legs}] where ${BUY}`
const moneyLegs = `(select array_agg(n order by n) from unnest(assets) with ordinality a (asset, n) where asset = 'USD')`

it('holds for a purchase and a sale', async () => {
  const { rows } = await harness.app.pool.query(`select 1 from entries where journal in ('J32', 'J33')`)
  expect(rows).toHaveLength(2)
  expect(await findings('select 1')).toEqual([])
})

it('finds legs that stand in two entries, each balanced by itself', async () => {
  const { rows } = await harness.app.pool.query<{ legs: bigint[] }>(`select ${moneyLegs} as legs from entries where ${BUY}`)
  const legs = (rows[0]?.legs ?? []).map(Number)
  const [first, last] = [Math.min(...legs), Math.max(...legs)] as const
  const rest = first === 1 ? `${last + 1}:` : `:${first - 1}`
  expect(await findings(apart(rest, 'J33'), keep(`${first}:${last}`))).toContain('INV-21')
})

it.each([
  ['a fill of the other side', `update fills set side = case side when 'buy' then 'sell' else 'buy' end`],
  [
    'legs that go the same way',
    `update entries set amounts = (select array_agg(case when asset = 'USD' then -amount else amount end order by n)
     from unnest(assets, amounts) with ordinality as l (asset, amount, n)) where ${BUY}`,
  ],
  ['an entry without its fill', `delete from fills where side = 'sell'`],
  ['shares of another company', `update fills set instrument_id = 'US:OTHER' where side = 'sell'`],
] as const)('finds %s', async (_, sql) => {
  expect(await findings(sql)).toContain('INV-21')
})

it('says of each check that only repeats a constraint which one it is, and that one is there', async () => {
  const { rows } = await harness.app.pool.query<{ name: string }>(
    `select conname as name from pg_constraint union select indexname from pg_indexes where indexdef like 'CREATE UNIQUE%'`,
  )
  const names = new Set(rows.map(({ name }) => name))
  const repeated = invariants.flatMap(({ repeats = [] }) => repeats)
  expect(repeated).not.toEqual([])
  expect(repeated.filter((name) => !names.has(name))).toEqual([])
})
