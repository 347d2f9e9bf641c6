import { ledger } from '@rueda/contract/admin/ledger.ts'
import { orders } from '@rueda/contract/orders.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hire } from '../../testing/staff.ts'
import {
  type ArchivedHouse,
  DECEMBER,
  NOVEMBER,
  everythingOf,
  faultsIn,
  oldHouseOn,
  passTo,
  signedInAgain,
  verified,
} from '../../testing/archived-house.ts'
import { EVER } from '../../storage/archive-reading.ts'
import type { Customer } from '../../testing/harness.ts'
import { createArchiveReading } from './archive-reading.ts'
import { archiveMonth, archiveMonths } from './jobs.ts'
import { statusOf } from './store.ts'

/** November leaves, then December; nobody sees a difference, and nothing is found wrong. */
let house: ArchivedHouse
let customers: readonly Customer[]
const before: Record<string, unknown>[] = []

const counted = async (table: string, { accountId }: Customer): Promise<number> => {
  const { rows } = await house.harness.app.pool.query<{ count: bigint }>(`select count(*) from ${table} where account_id = $1`, [accountId])
  return Number(rows[0]?.count ?? 0n)
}

beforeAll(async () => {
  house = await oldHouseOn('2028-02-02')
  const { harness, ana, bea, cara } = house
  customers = [ana, bea, cara]
  for (const customer of customers) before.push(await everythingOf(harness, customer))
})
afterAll(() => house.harness.stop())

const expectSame = async (): Promise<void> => {
  for (const [at, customer] of customers.entries()) expect(await everythingOf(house.harness, customer)).toEqual(before[at])
}

describe('a month that is old enough', () => {
  it('stays until the checks have been through it', async () => {
    const { app } = house.harness
    expect(await archiveMonth(app, NOVEMBER, app.clock.now())).toBe('not verified yet')
    expect(await statusOf(app.pool, NOVEMBER)).toBe('written')
    expect(faultsIn(await verified(house.harness, 'incremental'))).toEqual({})
  })

  it('leaves with the orders of what was flat at its end, and of nothing else', async () => {
    const { harness, ana, bea, cara } = house
    const [entries, fills] = [await counted('entries', ana), await counted('fills', ana)]
    await archiveMonths(harness.app)
    expect(await statusOf(harness.app.pool, NOVEMBER)).toBe('shrunk')
    expect(await statusOf(harness.app.pool, DECEMBER)).toBe('attached')
    // Bought and sold, and an order that was held for and cancelled: four entries, two executions, one event of the cancellation.
    expect([entries - (await counted('entries', ana)), fills - (await counted('fills', ana))]).toEqual([4, 2])
    expect([await counted('fills', bea), await counted('fills', cara)]).toEqual([1, 2])
    const { rows } = await harness.app.pool.query('select account_id::text, instrument_id from archived_holdings')
    expect(rows).toEqual([{ account_id: ana.accountId, instrument_id: 'US:TEST' }])
    const lines = await harness.app.pool.query(
      "select account, asset, amount::text from archived_lines where account_id = $1 and account like 'U:%' order by account, asset",
      [ana.accountId],
    )
    // Bought for 182.37 and sold for 182.36 five times, with what both cost: what is missing is what it cost.
    expect(lines.rows).toEqual([{ account: 'U:STOCK:CASH', asset: 'USD', amount: '-108' }])
  })

  it('is shown as before, byte for byte', expectSame)

  it('is written once into the export of somebody whom this process has not met yet', async () => {
    const { pool, vault, files } = house.harness.app
    let times = 0
    const read = async (reader: Pool): Promise<unknown> => {
      times += 1
      return (await reader.query('select count(*)::int as count from entries where account_id = $1', [house.ana.accountId])).rows[0]
    }
    const fresh = createArchiveReading({ pool, primary: pool, vault, files })
    const whole = await fresh.over(house.ana.accountId, EVER, read, { checksFirst: true })
    expect(times).toBe(1)
    expect(whole).not.toEqual(await read(pool))
  })

  it('is in order to the incremental checks, which read no archive, and to the full ones, which do', async () => {
    expect(faultsIn(await verified(house.harness, 'incremental'))).toEqual({})
    expect(faultsIn(await verified(house.harness, 'incremental'))).toEqual({})
    expect(faultsIn(await verified(house.harness))).toEqual({})
  })

  it('goes on: what is traded behind it is checked and shown beside it', async () => {
    const { harness } = house
    const [ana] = customers
    await harness.ask(orders.create, { stockCode: 'TEST', market: 'US', direction: 0, orderType: 0, quantity: '1' }, ana?.token)
    await harness.pass(1_000)
    expect(faultsIn(await verified(harness, 'incremental'))).toEqual({})
    expect(faultsIn(await verified(harness))).toEqual({})
    for (const [at, customer] of customers.entries()) before[at] = await everythingOf(harness, customer)
  })

  it('is followed by the next, with which what stayed of it leaves too', async () => {
    const { harness, cara } = house
    await passTo(harness, '2028-03-02')
    const again = [house.ana, house.bea, house.cara].map((customer) => signedInAgain(harness, customer))
    customers = await Promise.all(again)
    before.length = 0
    for (const customer of customers) before.push(await everythingOf(harness, customer))
    expect(faultsIn(await verified(harness, 'incremental'))).toEqual({})
    await archiveMonths(harness.app)
    expect(await statusOf(harness.app.pool, DECEMBER)).toBe('shrunk')
    expect(await counted('fills', cara)).toBe(0)
    await expectSame()
    expect(faultsIn(await verified(harness, 'incremental'))).toEqual({})
    expect(faultsIn(await verified(harness))).toEqual({})
  })

  it('is refused by name to staff who ask for all accounts, and shown to them account by account', async () => {
    const { harness, ana } = house
    const [, , cara] = customers
    // Everything that happened to her before has left: her next entry continues one that is in no table.
    await harness.ask(orders.create, { stockCode: 'TEST', market: 'US', direction: 0, orderType: 0, quantity: '1' }, cara?.token)
    await harness.pass(1_000)
    const cashier = await hire(harness, ['cashier'])
    const first = await cashier.ask(ledger.list, {})
    expect(first.list.every(({ timestamp }) => timestamp >= Date.parse('2027-01-01T00:00:00Z'))).toBe(true)
    expect(first.list.length).toBeGreaterThan(0)
    expect(first.list.filter(({ isVerified }) => isVerified === 0)).toEqual([])
    expect(await cashier.call(ledger.list, { after: first.next ?? '' })).toMatchObject({ code: codeOf('archive.by_account') })
    expect(await cashier.call(ledger.list, { until: Date.parse('2026-12-01T00:00:00Z') })).toMatchObject({
      code: codeOf('archive.by_account'),
    })
    const own = await cashier.ask(ledger.ofAccount, { accountId: ana.accountId, reason: 'review' })
    expect(own.list.filter(({ journal }) => journal === 'J33')).toHaveLength(1)
  })
})
