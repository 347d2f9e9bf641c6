import type { Instant } from '@rueda/rules/time.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../../db/transaction.ts'

/** Watched instruments in SQL. */
export type Watched = Readonly<{ id: string; instrumentId: string; addedAt: Instant }>

type WatchedRow = Readonly<{ watch_id: string; instrument_id: string; added_at: bigint }>

/** Newest first. */
export async function list(pool: Pool, accountId: string): Promise<Watched[]> {
  const { rows } = await pool.query<WatchedRow>(LIST, [accountId])
  return rows.map((row) => ({ id: row.watch_id, instrumentId: row.instrument_id, addedAt: Number(row.added_at) }))
}

type Adding = Readonly<{ accountId: string; id: string; instrumentId: string; now: Instant; most: number }>

/** The row's id, the same one when the instrument is watched already. Adds of one customer are counted one after the other. */
export function add(pool: Pool, { accountId, id, instrumentId, now, most }: Adding): Promise<Result<string>> {
  return inTransaction(pool, async (client) => {
    await client.query('select from accounts where account_id = $1 for update', [accountId])
    const known = await find(client, accountId, instrumentId)
    if (known !== null) return ok(known)
    const { rowCount } = await client.query(ADD, [accountId, id, instrumentId, now, most])
    return rowCount === 1 ? ok(id) : refuse('watchlist.full', { num: most })
  })
}

async function find(client: PoolClient, accountId: string, instrumentId: string): Promise<string | null> {
  const { rows } = await client.query<{ watch_id: string }>(FIND, [accountId, instrumentId])
  return rows[0]?.watch_id ?? null
}

export async function remove(pool: Pool, accountId: string, id: string): Promise<void> {
  await pool.query('delete from watchlist where account_id = $1 and watch_id = $2', [accountId, id])
}

export async function removeInstrument(pool: Pool, accountId: string, instrumentId: string): Promise<void> {
  await pool.query('delete from watchlist where account_id = $1 and instrument_id = $2', [accountId, instrumentId])
}

const LIST = `
  select watch_id::text, instrument_id, added_at from watchlist
  where account_id = $1 order by added_at desc, watch_id desc`

const FIND = 'select watch_id::text from watchlist where account_id = $1 and instrument_id = $2'

const ADD = `
  insert into watchlist (account_id, watch_id, instrument_id, added_at)
  select $1::bigint, $2, $3, $4 where (select count(*) from watchlist where account_id = $1::bigint) < $5`
