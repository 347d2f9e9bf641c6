import { robots } from '@rueda/contract/robots.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { robots as catalogue } from '@rueda/rules/robots/catalogue.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import type { Customer } from '../../testing/harness.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'
import { findingsAfter } from '../../testing/tamper.ts'

/** An operator who stops a robot by a value that never was, or has it trade what its rule did not want: the checks see it. */
let database: Database
let harness: MarketHarness
let customer: Customer
let rentalId: string
beforeAll(async () => {
  database = await createTestDatabase()
  const environment = { SIM_SEED: 'robots', SIM_ALWAYS_OPEN: '0' }
  harness = await startMarketHarness({ database, environment, machineAt: Date.parse('2026-11-19T15:00:00Z') })
  await harness.pass(1_000)
  customer = await harness.newCustomer()
  await harness.ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'FOLLOW', amount: '20000' }, customer.token)
  const [first] = (await harness.ask(robots.list, {})).stocks
  const terms = { robotId: 'dca', hash: catalogue.dca.hash, capital: '1000', sellsAtLimit: 1, handsOver: 0 } as const
  rentalId = (await harness.ask(robots.rent, { ...terms, stockCodes: [first?.stockCode ?? ''] }, customer.token)).id
  await harness.passTo('2026-11-20T14:31:00Z')
})
afterAll(async () => {
  await harness.stop()
  await database.stop()
})

const after = (sql: string) =>
  findingsAfter(database.pool, null, async (client) => {
    await client.query('alter table robot_values disable trigger all')
    await client.query(sql, [rentalId])
  })
const trades = async () => (await harness.ask(robots.trades, { id: rentalId }, customer.token)).list

describe('a robot whose rows were changed', () => {
  it.each([
    ['a highest value that never was', 'update robot_rentals set peak = peak * 2 where id = $1'],
    ['a value that never was', 'update robot_rentals set value = value - 1 where id = $1'],
    [
      'a day that never was',
      'insert into robot_values (account_id, rental_id, date, value) select account_id, id, valued_on + 1, value + 1 from robot_rentals where id = $1',
    ],
  ])('shows: %s', async (_, sql) => {
    expect(await after('select $1')).toEqual([])
    expect(await after(sql)).toEqual(['ROBOT-4'])
  })

  it('shows: a value of a day on which nothing was held, with the highest value that follows from it', async () => {
    const dearer = 'update robot_values set value = value * 2 where rental_id = $1'
    expect(
      await after(`with kept as (${dearer} returning value) update robot_rentals set value = value * 2, peak = value * 2 where id = $1`),
    ).toEqual(['ROBOT-5'])
  })

  it('shows: another purchase on a close that was acted on', async () => {
    expect(await trades()).toHaveLength(1)
    await database.pool.query(`update robot_slots set acted_on = '2026-11-18', target = 0 where rental_id = $1`, [rentalId])
    await database.pool.query('update account_states set version = version + 1 where account_id = $1', [customer.accountId])
    for (const seconds of [20, 20]) await harness.pass(seconds * 1_000)
    expect(await trades()).toHaveLength(2)
    expect(await after('select $1')).toEqual(['ROBOT-4'])
  })
})
