import type { Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'

/** Customers as staff read them. */
export type ReviewedAccount = Readonly<{
  account_id: string
  email: string | null
  username: string | null
  kyc_status: string
  frozen: boolean
  frozen_by_staff: boolean
  created_at: bigint
}>

const SHOWN = `
  select a.account_id::text, a.email, a.username, a.kyc_status, state.frozen_at is not null as frozen, state.frozen_at is not null and coalesce(state.frozen_by, 'staff') = 'staff' as frozen_by_staff, a.created_at
  from accounts a left join account_states state using (account_id)`
const MAX_FOUND = 20

/**
 * Finds by the whole number, address, user name or the reference of something of theirs: a part of one would let somebody browse customers.
 */
export async function findAccounts(reader: Reader, search: string): Promise<readonly ReviewedAccount[]> {
  const typed = search.trim()
  const { rows } = await reader.query<ReviewedAccount>(
    `${SHOWN} where a.account_id::text = $1 or a.email = lower($1) or a.username_key = lower($1)
       or a.account_id in (
         select account_id from orders where number = upper($1)
         union select account_id from deposits where number = upper($1)
         union select account_id from withdrawals where number = upper($1))
     order by a.account_id limit ${MAX_FOUND}`,
    [typed],
  )
  return rows
}

export async function accountFor(reader: Reader, accountId: string): Promise<ReviewedAccount | null> {
  const { rows } = await reader.query<ReviewedAccount>(`${SHOWN} where a.account_id::text = $1`, [accountId])
  return rows[0] ?? null
}

type Claimed = Readonly<{ accountId: string; staffId: string; now: Instant }>

/** True when this colleague is about to decide a case of the customer. */
export async function hasClaimedCase(reader: Reader, { accountId, staffId, now }: Claimed): Promise<boolean> {
  const { rowCount } = await reader.query(
    'select from review_cases where account_id = $1 and claimed_by = $2 and claimed_until > $3 and closed_at is null limit 1',
    [accountId, staffId, now],
  )
  return rowCount !== 0
}

export type WalletRow = Readonly<{ type: string; currency: string; cash: bigint; hold: bigint; margin: bigint; unsettled: bigint }>
export type PositionRow = Readonly<{ id: string; instrument_id: string; side: string; quantity: bigint; opened_at: bigint }>
export type OrderRow = Readonly<{
  id: string
  number: string
  instrument_id: string
  side: string
  type: string
  quantity: bigint
  filled_quantity: bigint
  limit_price: bigint | null
  status: string
  end_reason: string | null
  accepted_at: bigint
}>
export type DeviceRow = Readonly<{ device: string; created_at: bigint; last_use_at: bigint }>

const NEWEST = 50

export const walletsFor = async (reader: Reader, accountId: string): Promise<readonly WalletRow[]> =>
  (await reader.query<WalletRow>('select * from wallets where account_id = $1 order by type', [accountId])).rows

export const positionsFor = async (reader: Reader, accountId: string): Promise<readonly PositionRow[]> =>
  (
    await reader.query<PositionRow>(
      `select id::text, instrument_id, 'buy' as side, free + held + locked as quantity, opened_at from positions where account_id = $1 and closed_at is null
       union all select id::text, instrument_id, side, quantity, opened_at from margin_positions where account_id = $1 and closed_at is null
       order by opened_at desc`,
      [accountId],
    )
  ).rows

export const ordersFor = async (reader: Reader, accountId: string): Promise<readonly OrderRow[]> =>
  (
    await reader.query<OrderRow>(
      `select id::text, number, instrument_id, side, type, quantity, filled_quantity, limit_price, status, end_reason, accepted_at
       from orders where account_id = $1 order by accepted_at desc, id desc limit ${NEWEST}`,
      [accountId],
    )
  ).rows

export const devicesFor = async (reader: Reader, accountId: string): Promise<readonly DeviceRow[]> =>
  (
    await reader.query<DeviceRow>(
      'select device, created_at, last_use_at from sessions where account_id = $1 and ended_at is null order by last_use_at desc',
      [accountId],
    )
  ).rows

export type EventRow = Readonly<{ kind: string; at: bigint; price: bigint | null; quantity: bigint | null; reason: string | null }>

export const eventsOf = async (reader: Reader, accountId: string, orderId: string): Promise<readonly EventRow[]> =>
  (
    await reader.query<EventRow>(
      `select 'accepted' as kind, accepted_at as at, limit_price as price, quantity, null as reason from orders where account_id::text = $1 and id = $2
       union all select kind, at, price, quantity, reason from order_events where account_id::text = $1 and order_id = $2 order by at`,
      [accountId, orderId],
    )
  ).rows

export const fillsOf = async (reader: Reader, accountId: string, orderId: string): Promise<readonly EventRow[]> =>
  (
    await reader.query<EventRow>(
      `select 'fill' as kind, at, price, quantity, null as reason from fills where account_id::text = $1 and order_id = $2 order by sequence`,
      [accountId, orderId],
    )
  ).rows
