import type { ShareLock } from '@rueda/rules/positions/share-lock.ts'
import type { BlockFacts } from '@rueda/rules/blocks/price.ts'
import type { Side } from '@rueda/rules/side.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type ShareLockRecord, readShareLock } from '../positions/lock-records.ts'

/** A firm price for one customer, with what it was worked out from. Prices and quantities in units of 10^-8. */
export type BlockQuote = Readonly<{
  id: string
  accountId: string
  instrumentId: string
  side: Side
  quantity: bigint
  price: bigint
  mid: bigint
  facts: BlockFacts
  lockDays: number
  quotedAt: Instant
  expiresAt: Instant
}>

type QuoteRecord = Readonly<{
  account_id: bigint
  id: string
  instrument_id: string
  side: Side
  quantity: bigint
  price: bigint
  mid: bigint
  average_volume: bigint
  daily_volatility: bigint
  lock_days: number
  quoted_at: bigint
  expires_at: bigint
}>

export async function keepQuote(reader: Reader, quote: BlockQuote): Promise<void> {
  await reader.query(
    `insert into block_quotes (account_id, id, instrument_id, side, quantity, price, mid, average_volume, daily_volatility, lock_days, quoted_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[quote.accountId, quote.id, quote.instrumentId, quote.side, quote.quantity, quote.price, quote.mid],
      ...[quote.facts.averageVolume, quote.facts.dailyVolatility, quote.lockDays, quote.quotedAt, quote.expiresAt],
    ],
  )
}

/** The customer's own quote; somebody else's reads as a missing one. */
export async function ownQuote(reader: Reader, accountId: string, id: string): Promise<BlockQuote | null> {
  const { rows } = await reader.query<QuoteRecord>('select * from block_quotes where account_id = $1 and id = $2', [accountId, id])
  const [row] = rows
  return row === undefined ? null : readQuote(row)
}

const readQuote = (row: QuoteRecord): BlockQuote => ({
  id: row.id,
  accountId: String(row.account_id),
  instrumentId: row.instrument_id,
  side: row.side,
  quantity: row.quantity,
  price: row.price,
  mid: row.mid,
  facts: { averageVolume: row.average_volume, dailyVolatility: row.daily_volatility },
  lockDays: row.lock_days,
  quotedAt: Number(row.quoted_at),
  expiresAt: Number(row.expires_at),
})

/** Shares of the customer that are locked now, those that are free first before the others. */
export async function openLocksOf(reader: Reader, accountId: string): Promise<readonly ShareLock[]> {
  const { rows } = await reader.query<ShareLockRecord>(
    `select * from share_locks l where account_id = $1 and unlocked_at is null
       and exists (select from orders o where o.account_id = l.account_id and o.id = l.id) order by unlocks_on, id`,
    [accountId],
  )
  return rows.map(readShareLock)
}
