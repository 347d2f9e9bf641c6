import { DAY_MS, HOUR_MS } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeMonths, readPartitions } from '../db/months.ts'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import { purgeExpired } from './purge-expired.ts'

let database: Database
let pool: Pool
beforeEach(async () => {
  database = await createTestDatabase()
  pool = database.pool
})
afterEach(() => database.stop())

const NOW = Date.parse('2026-12-05T00:00:00Z')
const now = { market: NOW, wall: NOW }

const countOf = async (table: string): Promise<number> => {
  const { rows } = await pool.query<{ count: bigint }>(`select count(*) from ${table}`)
  return Number(rows[0]?.count)
}

/** Remembers how many rows each statement deleted, and breaks off before the statement of this number. */
function watched(breaksAt = Number.POSITIVE_INFINITY): Readonly<{ pool: Pool; deleted: number[] }> {
  const deleted: number[] = []
  const query = async (text: string, values: unknown[]) => {
    if (!text.startsWith('delete')) return pool.query(text, values)
    if (deleted.length === breaksAt) throw new Error('cut off')
    const result = await pool.query(text, values)
    deleted.push(result.rowCount ?? 0)
    return result
  }
  return { pool: new Proxy(pool, { get: (of, name) => (name === 'query' ? query : Reflect.get(of, name)) }), deleted }
}

const MAX_ROWS_AT_ONCE = 20_000
const OLD = 12_000
const YOUNG = 3_000

/** Answers and sessions, most of them over, of one account: the two kinds of tables. */
async function fill(): Promise<void> {
  await pool.query(
    "insert into accounts (account_id, nickname, locale, invite_code, created_at, password_changed_at) values (10000001, 'ana', 'es', 'AAAAAAAA', 0, 0)",
  )
  const rows = `from generate_series(1, ${OLD + YOUNG}) i cross join lateral (select case when i <= ${OLD} then $1::bigint else $2::bigint end as at) age`
  await pool.query(
    `insert into idempotency (account_id, path, key, body_hash, answer, at) select 1, '/p', i::text, 'h', '{}', age.at ${rows} order by i % 7`,
    [NOW - 72 * HOUR_MS - 1, NOW - 72 * HOUR_MS],
  )
  await pool.query(
    `insert into sessions (account_id, session_id, token_hash, origin, device, created_at, last_use_at, expires_at)
     select 10000001, gen_random_uuid(), sha256(i::text::bytea), 'o', 'd', 0, 0, age.at ${rows}`,
    [NOW - 1, NOW],
  )
}

describe('what expired is deleted', () => {
  it('in sets, each a transaction of its own, and nothing else is', async () => {
    await fill()
    const { pool: counting, deleted } = watched()
    await purgeExpired(counting, now)
    expect([await countOf('idempotency'), await countOf('sessions')]).toEqual([YOUNG, YOUNG])
    expect(deleted.reduce((sum, count) => sum + count, 0)).toBe(2 * OLD)
    expect(Math.max(...deleted)).toBeLessThanOrEqual(MAX_ROWS_AT_ONCE / 2)
    expect(deleted.filter((count) => count > 0).length).toBeGreaterThan(6)
  })

  it('as far as it came when it is cut off, and from there on the next time', async () => {
    await fill()
    const { pool: broken, deleted } = watched(2)
    await expect(purgeExpired(broken, now)).rejects.toThrow('cut off')
    const before = deleted.reduce((sum, count) => sum + count, 0)
    expect(before).toBeGreaterThan(0)
    expect(await countOf('idempotency')).toBe(OLD + YOUNG - before)
    await purgeExpired(pool, now)
    expect([await countOf('idempotency'), await countOf('sessions')]).toEqual([YOUNG, YOUNG])
  })

  it('without a look at the whole table', async () => {
    await fill()
    const plans: string[] = []
    const query = async (text: string, values: unknown[]) => {
      if (!text.startsWith('delete')) return pool.query(text, values)
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
      plans.push(...rows.map((row) => row['QUERY PLAN']))
      return { rowCount: 0 }
    }
    await pool.query('select 1')
    await purgeExpired(new Proxy(pool, { get: (of, name) => (name === 'query' ? query : Reflect.get(of, name)) }), now)
    const text = plans.join('\n')
    expect(text).toContain('Tid Range Scan on idempotency')
    expect(text).toContain('sessions_by_expiry')
    expect(text).not.toMatch(/Seq Scan on (idempotency|sessions)/u)
  })
})

describe('messages', () => {
  const say = (iso: string): Promise<unknown> =>
    pool.query(
      "insert into messages (account_id, id, type, template, facts, created_at) values (1, gen_random_uuid(), 'order', 'order.filled', '{}', $1)",
      [Date.parse(iso)],
    )
  const kept = async (): Promise<readonly string[]> => {
    const { rows } = await pool.query<{ created_at: bigint }>('select created_at from messages order by created_at')
    return rows.map(({ created_at }) => new Date(Number(created_at)).toISOString())
  }
  const months = async (): Promise<readonly string[]> =>
    (await readPartitions(pool)).flatMap(({ table, name }) => (table === 'messages' && name < 'messages_2026' ? [name] : []))

  it('of two years ago go to the millisecond, and months that are over as wholes', async () => {
    for (const month of ['2024-09', '2024-12']) await makeMonths(pool, Date.parse(`${month}-01T00:00:00Z`))
    for (const iso of [
      '2024-10-10T00:00:00.000Z',
      '2024-12-05T23:59:59.999Z',
      '2024-12-06T00:00:00.000Z',
      '2024-12-06T00:00:00.001Z',
      '2026-11-01T00:00:00.000Z',
    ])
      await say(iso)
    // 730 days before.
    await purgeExpired(pool, { market: Date.parse('2026-12-06T00:00:00.001Z'), wall: NOW })
    expect(await kept()).toEqual(['2024-12-06T00:00:00.001Z', '2026-11-01T00:00:00.000Z'])
    expect(await months()).toEqual(['messages_2024_12', 'messages_2025_01', 'messages_2025_02'])
  })

  it('that wait for their month go as well', async () => {
    for (const iso of ['2024-12-04T23:59:59.999Z', '2024-12-05T00:00:00.000Z', '2026-11-01T00:00:00.000Z']) await say(iso)
    await purgeExpired(pool, now)
    expect(await kept()).toEqual(['2024-12-05T00:00:00.000Z', '2026-11-01T00:00:00.000Z'])
  })

  it('go all the same while somebody reads their month, which goes the next time', async () => {
    await makeMonths(pool, Date.parse('2024-09-01T00:00:00Z'))
    await say('2024-10-10T00:00:00.000Z')
    const reader = await pool.connect()
    await reader.query('begin')
    await reader.query('select from messages')
    await purgeExpired(pool, now)
    await reader.query('commit')
    reader.release()
    expect([await kept(), await months()]).toEqual([[], ['messages_2024_09', 'messages_2024_10', 'messages_2024_11']])
    await purgeExpired(pool, now)
    expect(await months()).toEqual([])
  })
})

const YEAR = 365 * DAY_MS

it('of what is kept for a year the newest run of a job stays, however old it is', async () => {
  const run = 'insert into job_runs (job, market, due_date, due_at, finished_at) values ($1, $2, $3, 0, $4)'
  await pool.query(run, ['settlement', 'US', '2025-01-01', NOW - YEAR - 2])
  await pool.query(run, ['settlement', 'US', '2025-01-02', NOW - YEAR - 1])
  await pool.query(run, ['settlement', 'TW', '2025-01-01', NOW - YEAR - 2])
  await pool.query(run, ['settlement', 'TW', '2025-01-02', NOW - YEAR])
  await purgeExpired(pool, now)
  const { rows } = await pool.query('select market, due_date from job_runs order by market')
  expect(rows).toEqual([
    { market: 'TW', due_date: '2025-01-02' },
    { market: 'US', due_date: '2025-01-02' },
  ])
})
