import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type MarginPositionRecord, readMarginPosition } from './margin-records.ts'

/** The customer's own position on margin; somebody else's reads as a missing one. */
export async function ownMarginPosition(reader: Reader, accountId: string, id: string): Promise<MarginPosition | null> {
  const { rows } = await reader.query<MarginPositionRecord>('select * from margin_positions where account_id = $1 and id = $2', [
    accountId,
    id,
  ])
  return rows[0] === undefined ? null : readMarginPosition(rows[0])
}

type Page = Readonly<{ market: string | null; limit: number; offset: number }>
type Listed = Readonly<{ positions: readonly MarginPosition[]; total: number }>

const OPEN = `account_id = $1 and ($2::text is null or instrument_id like $2 || ':%') and closed_at is null`

export async function openMarginPositions(reader: Reader, accountId: string, { market, limit, offset }: Page): Promise<Listed> {
  const { rows } = await reader.query<MarginPositionRecord>(
    `select * from margin_positions where ${OPEN} order by opened_at desc, id desc limit $3 offset $4`,
    [accountId, market, limit, offset],
  )
  const counted = await reader.query<{ total: bigint }>(`select count(*) as total from margin_positions where ${OPEN}`, [accountId, market])
  return { positions: rows.map(readMarginPosition), total: Number(counted.rows[0]?.total ?? 0n) }
}

const CLOSED = `account_id = $1 and ($2::text is null or instrument_id like $2 || ':%') and closed_at is not null
  and ($3::bigint is null or closed_at >= $3) and ($4::bigint is null or closed_at < $4)`

export async function closedMarginPositions(
  reader: Reader,
  accountId: string,
  { market, limit, offset, from, to }: Page & Readonly<{ from: Instant | null; to: Instant | null }>,
): Promise<Listed> {
  const values = [accountId, market, from, to]
  const { rows } = await reader.query<MarginPositionRecord>(
    `select * from margin_positions where ${CLOSED} order by closed_at desc, id desc limit $5 offset $6`,
    [...values, limit, offset],
  )
  const counted = await reader.query<{ total: bigint }>(`select count(*) as total from margin_positions where ${CLOSED}`, values)
  return { positions: rows.map(readMarginPosition), total: Number(counted.rows[0]?.total ?? 0n) }
}

export async function marginPositionsIn(reader: Reader, accountId: string, instrumentId: string): Promise<readonly MarginPosition[]> {
  const { rows } = await reader.query<MarginPositionRecord>(
    'select * from margin_positions where account_id = $1 and instrument_id = $2 and closed_at is null order by opened_at desc, id desc',
    [accountId, instrumentId],
  )
  return rows.map(readMarginPosition)
}

/** Positions that are open, or were closed since a moment. */
export async function marginPositionsSince(reader: Reader, accountId: string, since: Instant): Promise<readonly MarginPosition[]> {
  const { rows } = await reader.query<MarginPositionRecord>(
    'select * from margin_positions where account_id = $1 and (closed_at is null or closed_at >= $2)',
    [accountId, since],
  )
  return rows.map(readMarginPosition)
}
