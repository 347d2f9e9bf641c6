import type { Pool, PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { applyInTransaction } from './migrate.ts'
import { makeMonths, monthlyTables, readPartitions } from './months.ts'
import type { Database } from './open.ts'

let database: Database
let pool: Pool
beforeEach(async () => {
  database = await createTestDatabase()
  pool = database.pool
})
afterEach(() => database.stop())

const at = (iso: string): number => Date.parse(iso)

/** The `number`th row of account 1 in each table, of one moment. */
const rowsOf = (number: number, moment: number): readonly string[] => [
  `insert into entries (account_id, sequence, journal, cause_kind, cause_id, cause_step, at, value_date, accounts, assets, amounts, balances_after, previous_hash, hash)
   values (1, ${number}, 'J20', 'transfer', 'cause ${number}', 0, ${moment}, '2026-11-20', '{a,b}', '{USD,USD}', '{-1,1}', '{null,null}', '', '')`,
  `insert into fills (account_id, order_id, sequence, instrument_id, side, price, quantity, notional, commission, sec_fee, taf, resting, trade_date, settlement_date, at)
   values (1, '01a1fc02-aa90-7acd-970c-f2fc2d00044b', ${number}, 'US:ARDV', 'buy', 1, 1, 1, 0, 0, 0, false, '2026-11-20', '2026-11-21', ${moment})`,
  `insert into order_events (account_id, order_id, kind, at) values (1, '01a1fc02-aa90-7acd-970c-f2fc2d00044b', 'ended', ${moment})`,
  `insert into messages (account_id, id, type, template, facts, created_at) values (1, gen_random_uuid(), 'order', 'order.filled', '{}', ${moment})`,
]

async function addRows(number: number, iso: string): Promise<void> {
  for (const row of rowsOf(number, at(iso))) await pool.query(row)
}

async function asOwner<Value>(act: (client: PoolClient) => Promise<Value>): Promise<Value> {
  const client = await pool.connect()
  try {
    await client.query('reset role')
    return await act(client)
  } finally {
    client.release(true)
  }
}

/** Every row with the month that it lies in, as the table is without the name of the table. */
async function places(): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {}
  for (const { table, moment } of monthlyTables) {
    const { rows } = await pool.query<{ name: string; at: bigint }>(
      `select substr(tableoid::regclass::text, length('${table}') + 2) as name, ${moment} as at from ${table} order by ${moment}`,
    )
    found[table] = rows.map(({ name, at: moment }) => `${new Date(Number(moment)).toISOString()} ${name}`)
  }
  return found
}
const inEach = (...lines: readonly string[]): object => Object.fromEntries(monthlyTables.map(({ table }) => [table, lines]))

describe('the months of the ledger', () => {
  it('are made from that of a moment to two ahead, once', async () => {
    expect(await makeMonths(pool, at('2031-12-31T23:59:59.999Z'))).toEqual(
      monthlyTables.flatMap(({ table }) => ['2031_12', '2032_01', '2032_02'].map((month) => `${table}_${month}`)),
    )
    expect(await makeMonths(pool, at('2031-12-01T00:00:00Z'))).toEqual([])
    expect(await makeMonths(pool, at('2032-01-01T00:00:00Z'))).toEqual(monthlyTables.map(({ table }) => `${table}_2032_03`))
  })

  it('are made once by servers that look together', async () => {
    const made = await Promise.all([1, 2, 3].map(() => makeMonths(pool, at('2031-12-01T00:00:00Z'))))
    expect(made.flat().toSorted()).toEqual([...new Set(made.flat())].toSorted())
    expect(made.flat()).toHaveLength(3 * monthlyTables.length)
  })

  it('each hold the rows of their own moments, to the millisecond', async () => {
    await addRows(1, '2026-11-30T23:59:59.999Z')
    await addRows(2, '2026-12-01T00:00:00.000Z')
    expect(await places()).toEqual(inEach('2026-11-30T23:59:59.999Z 2026_11', '2026-12-01T00:00:00.000Z 2026_12'))
  })

  it('refuse no row of a month that there is not, back or ahead, and get it when they are made', async () => {
    await addRows(1, '2013-02-28T12:00:00.000Z')
    await addRows(2, '2026-11-20T12:00:00.000Z')
    await addRows(3, '2051-07-01T00:00:00.000Z')
    const lines = (early: string, late: string): object =>
      inEach(`2013-02-28T12:00:00.000Z ${early}`, '2026-11-20T12:00:00.000Z 2026_11', `2051-07-01T00:00:00.000Z ${late}`)
    expect(await places()).toEqual(lines('default', 'default'))
    await makeMonths(pool, at('2026-11-20T12:00:00Z'))
    expect(await places()).toEqual(lines('2013_02', '2051_07'))
    await addRows(4, '2013-02-28T12:00:00.001Z')
    expect((await places())['fills']?.[1]).toBe('2013-02-28T12:00:00.001Z 2013_02')
  })

  it('give way to a reader of what waits, and leave everything as it was', async () => {
    await addRows(1, '2051-07-01T00:00:00.000Z')
    const reader = await pool.connect()
    await reader.query('begin')
    await reader.query('select from entries')
    await expect(makeMonths(pool, at('2051-07-01T00:00:00Z'))).rejects.toMatchObject({ code: '55P03' })
    await reader.query('commit')
    reader.release()
    expect((await places())['entries']).toEqual(['2051-07-01T00:00:00.000Z default'])
    await makeMonths(pool, at('2051-07-01T00:00:00Z'))
    expect(await places()).toEqual(inEach('2051-07-01T00:00:00.000Z 2051_07'))
  })

  it('number events of orders over all of them', async () => {
    await addRows(1, '2026-11-30T23:59:59.999Z')
    await addRows(2, '2026-12-01T00:00:00.000Z')
    await addRows(3, '2051-07-01T00:00:00.000Z')
    const { rows } = await pool.query<{ id: bigint }>('select id from order_events order by at')
    expect(rows.map(({ id }) => id)).toEqual([1n, 2n, 3n])
  })
})

describe('a month of what is append-only', () => {
  const months = ['entries', 'fills', 'order_events'].flatMap((table) => [`${table}_2026_11`, `${table}_default`, `${table}_2051_07`])
  const changes = months.flatMap((month) => [`update ${month} set account_id = account_id`, `delete from ${month}`, `truncate ${month}`])
  beforeEach(async () => {
    await addRows(1, '2026-11-20T12:00:00.000Z')
    await addRows(2, '2051-07-01T00:00:00.000Z')
    await makeMonths(pool, at('2026-11-20T12:00:00Z'))
    await addRows(3, '2060-01-01T00:00:00.000Z')
  })

  it('refuses changes to its owner, and any access beside its table to the server', async () => {
    for (const change of changes) {
      await expect(pool.query(change), change).rejects.toMatchObject({
        code: '42501',
        message: expect.stringContaining('permission denied'),
      })
      await expect(
        asOwner((client) => client.query(change)),
        change,
      ).rejects.toMatchObject({
        code: '42501',
        message: expect.stringContaining('is append-only'),
      })
    }
    for (const month of months)
      await expect(pool.query(`insert into ${month} default values`), month).rejects.toMatchObject({ code: '42501' })
  })

  it('takes a number and a cause once, and no reversal that two persons did not ask for', async () => {
    const [entry = ''] = rowsOf(4, at('2051-07-09T00:00:00Z'))
    await pool.query(entry)
    await expect(pool.query(entry.replace("'cause 4'", "'another'"))).rejects.toMatchObject({ code: '23505' })
    await expect(pool.query(entry.replace('(1, 4,', '(1, 5,'))).rejects.toMatchObject({ code: '23505' })
    const reversal = entry.replace('(1, 4,', '(1, 5,').replace("'J20', 'transfer', 'cause 4'", "'J99', 'reversal', 'cause 5'")
    await expect(pool.query(reversal)).rejects.toMatchObject({ message: expect.stringContaining('takes two persons') })
  })
})

it('a reversal names an entry that there is, in whatever month', async () => {
  await addRows(1, '2026-11-20T12:00:00.000Z')
  await asOwner(async (client) => {
    const approval = '01a1fc02-aa90-7acd-970c-f2fc2d00044b'
    await client.query('alter table reversals drop constraint reversals_approval_id_fkey')
    const reversal = `insert into reversals (account_id, approval_id, sequence, reason, evidence, decided_at) values ($1, $2, $3, '', '', 0)`
    await expect(client.query(reversal, [1, approval, 2])).rejects.toMatchObject({ code: '23503' })
    await expect(client.query(reversal, [2, approval, 1])).rejects.toMatchObject({ code: '23503' })
    await client.query(reversal, [1, approval, 1])
  })
})

/** The release before the tables had months. */
const LAST_WITHOUT_MONTHS = 117
const FIRST_WITH_MONTHS = 119

describe('a database from before there were months', () => {
  const fill = async (client: PoolClient, rows: readonly string[]): Promise<void> => {
    await client.query('begin; drop schema public cascade; create schema public; grant all on schema public to rueda_app')
    await applyInTransaction(client, 0, LAST_WITHOUT_MONTHS)
    for (const row of rows) await client.query(row)
  }

  it('keeps its rows where they lie, as one partition up to the month after the newest', async () => {
    const moments = ['2024-02-29T00:00:00.000Z', '2026-11-30T23:59:59.999Z']
    const [files, after] = await asOwner(async (client) => {
      await fill(
        client,
        moments.flatMap((iso, number) => rowsOf(number + 1, at(iso))),
      )
      const before = await filesOf(client, '')
      await applyInTransaction(client, LAST_WITHOUT_MONTHS, FIRST_WITH_MONTHS)
      await client.query('commit')
      return [before, await filesOf(client, '_before')]
    })
    expect(after).toEqual(files)
    expect(await places()).toEqual(inEach(...moments.map((iso) => `${iso} before`)))
    expect(await readPartitions(pool)).toEqual(
      monthlyTables
        .map(({ table }) => ({ table, name: `${table}_before`, from: null, until: at('2026-12-01T00:00:00Z') }))
        .toSorted((a, b) => a.table.localeCompare(b.table)),
    )
    expect(await makeMonths(pool, at('2026-11-30T23:59:59.999Z'))).toEqual(
      monthlyTables.flatMap(({ table }) => [`${table}_2026_12`, `${table}_2027_01`]),
    )
    await addRows(3, '2026-12-01T00:00:00.000Z')
    expect((await places())['entries']?.at(-1)).toBe('2026-12-01T00:00:00.000Z 2026_12')
    const { rows } = await pool.query<{ id: bigint }>('select id from order_events order by at')
    expect(rows.map(({ id }) => id)).toEqual([1n, 2n, 3n])
    for (const { table } of monthlyTables.filter(({ isAppendOnly }) => isAppendOnly))
      await expect(asOwner((client) => client.query(`delete from ${table}_before`))).rejects.toMatchObject({ code: '42501' })
  })

  it('has no such partition when it was empty', async () => {
    await asOwner(async (client) => {
      await fill(client, [])
      await applyInTransaction(client, LAST_WITHOUT_MONTHS, FIRST_WITH_MONTHS)
      await client.query('commit')
    })
    expect(await readPartitions(pool)).toEqual([])
    await addRows(1, '2013-02-28T12:00:00.000Z')
    expect(await places()).toEqual(inEach('2013-02-28T12:00:00.000Z default'))
  })
})

/** The files that the tables and their keys lie in. */
async function filesOf(client: PoolClient, ending: string): Promise<readonly unknown[]> {
  const names = monthlyTables.flatMap(({ table }) => [`${table}${ending}`, `${table}${ending}_pkey`])
  const { rows } = await client.query<{ file: unknown }>(
    'select pg_relation_filenode(name::regclass) as file from unnest($1::text[]) name',
    [names],
  )
  return rows.map(({ file }) => file)
}
