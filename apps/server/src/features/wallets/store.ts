import type { Currency } from '@rueda/rules/money.ts'
import { type Wallet, type WalletType, walletTypes } from '@rueda/rules/wallets/wallet.ts'
import type { Pool } from 'pg'

type WalletRecord = Readonly<{ type: WalletType; currency: Currency; cash: bigint; hold: bigint; margin: bigint; unsettled: bigint }>

/** The customer's wallets in the order of the catalogue. */
export async function walletsOf(pool: Pool, accountId: string): Promise<readonly Wallet[]> {
  const { rows } = await pool.query<WalletRecord>('select type, currency, cash, hold, margin, unsettled from wallets where account_id = $1', [accountId])
  return rows.toSorted((a, b) => walletTypes.indexOf(a.type) - walletTypes.indexOf(b.type))
}

/** How much cash in USD came or went in each stretch of time; `bounds` rise, the first stretch begins at the first bound. */
export async function cashChanges(pool: Pool, accountId: string, bounds: readonly number[]): Promise<readonly bigint[]> {
  const { rows } = await pool.query<{ stretch: number; change: bigint }>(
    `select width_bucket(at, $2::bigint[]) as stretch, sum(amount)::bigint as change from postings
     where account_id = $1 and asset = 'USD' and account like 'U:%' and at >= $3 group by stretch`,
    [accountId, bounds, bounds[0] ?? 0],
  )
  const changes = bounds.map(() => 0n)
  for (const { stretch, change } of rows) changes[stretch - 1] = change
  return changes
}

/** Shares bought less shares sold on each trade date, by instrument. */
export async function shareChanges(pool: Pool, accountId: string, from: string): Promise<readonly Readonly<{ tradeDate: string; instrumentId: string; change: bigint }>[]> {
  const { rows } = await pool.query<{ trade_date: string; instrument_id: string; change: bigint }>(
    `select trade_date, instrument_id, sum(case side when 'buy' then quantity else -quantity end)::bigint as change
     from fills where account_id = $1 and trade_date >= $2 group by trade_date, instrument_id`,
    [accountId, from],
  )
  return rows.map((row) => ({ tradeDate: row.trade_date, instrumentId: row.instrument_id, change: row.change }))
}

export async function openedAt(pool: Pool, accountId: string): Promise<number | null> {
  const { rows } = await pool.query<{ at: bigint }>('select at from entries where account_id = $1 and sequence = 1', [accountId])
  return rows[0] === undefined ? null : Number(rows[0].at)
}
