import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'
import type { Announced } from './standing-delistings.ts'

type NewDelisting = Announced &
  Readonly<{ delistingId: string; closingStop: string; finalStop: string; announcedAt: Instant; approvalId: string }>

export async function insertDelisting(client: PoolClient, delisting: NewDelisting): Promise<void> {
  const { delistingId, instrumentId, closingFrom, endsAt, closingStop, finalStop, told, announcedAt, approvalId } = delisting
  await client.query(
    `insert into delistings (delisting_id, instrument_id, closing_from, ends_at, closing_stop, final_stop, told, announced_at, approval_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [delistingId, instrumentId, closingFrom, endsAt, closingStop, finalStop, told, announcedAt, approvalId],
  )
}

/** Holders of it, for cash or on margin. */
export async function holdersOf(reader: Reader, instrumentId: string): Promise<readonly string[]> {
  const { rows } = await reader.query<{ account_id: string }>(HOLDERS, [instrumentId])
  return rows.map((row) => row.account_id)
}

const HOLDERS = `
  select account_id::text from positions where instrument_id = $1 and closed_at is null
  union select account_id::text from margin_positions where instrument_id = $1 and closed_at is null`
