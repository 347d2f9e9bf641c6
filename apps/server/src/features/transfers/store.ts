import type { ExchangeQuote, Transfer, TransferStatus } from '@rueda/rules/transfers/transfer.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { Pool } from 'pg'
import { type Listed, mapListed, readPage } from '../../db/read-page.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type TransferRecord, readTransfer } from './records.ts'

type QuoteRecord = Readonly<{
  account_id: bigint
  id: string
  from_wallet: WalletType
  to_wallet: WalletType
  amount: bigint
  received: bigint
  mid: bigint
  mid_at: bigint
  rate: bigint
  spread: bigint
  expires_at: bigint
}>

export async function keepQuote(pool: Pool, quote: ExchangeQuote): Promise<void> {
  await pool.query(
    `insert into exchange_quotes (account_id, id, from_wallet, to_wallet, amount, received, mid, mid_at, rate, spread, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[quote.accountId, quote.id, quote.from, quote.to, quote.amount, quote.received],
      ...[quote.mid, quote.midAt, quote.rate, quote.spread, quote.expiresAt],
    ],
  )
}

/** The customer's own quote; somebody else's reads as a missing one. */
export async function ownQuote(reader: Reader, accountId: string, id: string): Promise<ExchangeQuote | null> {
  const { rows } = await reader.query<QuoteRecord>('select * from exchange_quotes where account_id = $1 and id = $2', [accountId, id])
  return rows[0] === undefined ? null : readQuote(rows[0])
}

const readQuote = (row: QuoteRecord): ExchangeQuote => ({
  id: row.id,
  accountId: String(row.account_id),
  from: row.from_wallet,
  to: row.to_wallet,
  amount: row.amount,
  received: row.received,
  mid: row.mid,
  midAt: Number(row.mid_at),
  rate: row.rate,
  spread: row.spread,
  expiresAt: Number(row.expires_at),
})

/** The customer's own transfer; somebody else's reads as a missing one. */
export async function ownTransfer(reader: Reader, accountId: string, id: string): Promise<Transfer | null> {
  const { rows } = await reader.query<TransferRecord>('select * from transfers where account_id = $1 and id = $2', [accountId, id])
  return rows[0] === undefined ? null : readTransfer(rows[0])
}

export type TransferFilter = Readonly<{ id: string | null; status: TransferStatus | null; limit: number; offset: number }>

export async function transfersOf(reader: Reader, accountId: string, filter: TransferFilter): Promise<Listed<Transfer>> {
  const where = 'account_id = $1 and ($2::uuid is null or id = $2) and ($3::text is null or status = $3)'
  const values = [accountId, filter.id, filter.status]
  const page = { table: 'transfers', where, values, order: 'started_at desc, id desc', limit: filter.limit, offset: filter.offset }
  return mapListed(await readPage<TransferRecord>(reader, page), readTransfer)
}

/** Exchanges whose settle time has come, the oldest first. */
export async function dueTransfers(reader: Reader, now: Instant, most: number): Promise<readonly Transfer[]> {
  const { rows } = await reader.query<TransferRecord>(
    `select * from transfers where status = 'pending' and settles_at <= $1 order by settles_at, account_id, id limit $2`,
    [now, most],
  )
  return rows.map(readTransfer)
}
