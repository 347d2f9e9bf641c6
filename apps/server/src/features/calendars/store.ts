import type { ClosedDay } from '@rueda/rules/markets/closed-day.ts'
import type { ClosableMarketName } from '@rueda/rules/markets/markets.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'
import { openStatuses } from '@rueda/rules/orders/order.ts'

/** The days that staff close, in SQL. */
type NewClosing = ClosedDay & Readonly<{ closingId: string; told: number; announcedAt: Instant; approvalId: string }>

export async function insertClosing(client: PoolClient, closing: NewClosing): Promise<void> {
  const { closingId, market, date, cause, told, announcedAt, approvalId } = closing
  await client.query(
    `insert into closed_days (closing_id, market, trade_date, cause, told, announced_at, approval_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [closingId, market, date, cause, told, announcedAt, approvalId],
  )
}

type Day = Readonly<{ market: ClosableMarketName; date: CalendarDate }>

export const reopenDay = (client: PoolClient, { market, date }: Day, approvalId: string, now: Instant): Promise<unknown> =>
  client.query(
    `update closed_days set reopened_at = $3, reopening_approval_id = $4 where market = $1 and trade_date = $2 and reopened_at is null`,
    [market, date, now, approvalId],
  )

/** Accounts with a holding in a market, for cash or on margin, or with an order in it. */
export async function concernedBy(reader: Reader, market: ClosableMarketName): Promise<readonly string[]> {
  const { rows } = await reader.query<{ account_id: string }>(CONCERNED, [market, openStatuses])
  return rows.map((row) => row.account_id)
}

const CONCERNED = `
  select account_id::text from positions where instrument_id like $1 || ':%' and closed_at is null
  union select account_id::text from margin_positions where instrument_id like $1 || ':%' and closed_at is null
  union select account_id::text from orders
  where account_id in (select account_id from account_states where open_orders > 0) and instrument_id like $1 || ':%' and status = any($2)`
