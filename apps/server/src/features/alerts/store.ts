import type { Alert } from '@rueda/rules/alerts/alert.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'

/** Alerts in SQL, as their customers keep them. What happens when one fires is in `firing.ts`. */
export type AlertRecord = Readonly<{
  account_id: bigint
  id: string
  instrument_id: string
  kind: Alert['kind']
  level: bigint
  repeats: boolean
  status: Alert['status']
  created_at: bigint
  fired_at: bigint | null
  fired_on: string | null
}>

export const ALERT_COLUMNS = 'account_id, id::text, instrument_id, kind, level, repeats, status, created_at, fired_at, fired_on'

export const readAlert = (row: AlertRecord): Alert => ({
  id: row.id,
  accountId: String(row.account_id),
  instrumentId: row.instrument_id,
  kind: row.kind,
  level: row.level,
  repeats: row.repeats,
  status: row.status,
  createdAt: Number(row.created_at),
  firedAt: row.fired_at === null ? null : Number(row.fired_at),
  firedOn: row.fired_on,
})

/** By instrument, each kind's levels from low to high. */
export async function list(reader: Reader, accountId: string, instrumentId: string | null): Promise<readonly Alert[]> {
  const { rows } = await reader.query<AlertRecord>(LIST, [accountId, instrumentId])
  return rows.map(readAlert)
}
const LIST = `
  select ${ALERT_COLUMNS} from alerts where account_id = $1 and ($2::text is null or instrument_id = $2)
  order by instrument_id, kind, level`

/** Alerts of one customer are saved one after the other, so that they can be counted. */
export async function lock(client: PoolClient, accountId: string): Promise<readonly Alert[]> {
  await client.query('select from accounts where account_id = $1 for update', [accountId])
  return list(client, accountId, null)
}

export async function save(client: PoolClient, alert: Alert, changedAt: Instant): Promise<void> {
  const { accountId, id, instrumentId, kind, level, repeats, status, createdAt, firedAt, firedOn } = alert
  await client.query(SAVE, [accountId, id, instrumentId, kind, level, repeats, status, createdAt, firedAt, firedOn, changedAt])
}
const SAVE = `
  insert into alerts (account_id, id, instrument_id, kind, level, repeats, status, created_at, fired_at, fired_on, changed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  on conflict (account_id, id) do update set
    instrument_id = excluded.instrument_id, kind = excluded.kind, level = excluded.level, repeats = excluded.repeats,
    status = excluded.status, fired_at = excluded.fired_at, fired_on = excluded.fired_on, changed_at = excluded.changed_at`

export async function remove(reader: Reader, accountId: string, id: string): Promise<void> {
  await reader.query('delete from alerts where account_id = $1 and id = $2', [accountId, id])
}

export type Delivery = Readonly<{
  id: string
  alertId: string
  messageId: string
  instrumentId: string
  kind: Alert['kind']
  level: bigint
  price: bigint
  attempts: number
  pushedAt: Instant | null
  at: Instant
}>

type DeliveryRecord = Readonly<{
  id: string
  alert_id: string
  message_id: string
  instrument_id: string
  kind: Alert['kind']
  level: bigint
  price: bigint
  attempts: number
  pushed_at: bigint | null
  at: bigint
}>

type Slice = Readonly<{ limit: number; offset: number }>

/** The newest first. */
export async function deliveries(
  reader: Reader,
  accountId: string,
  { limit, offset }: Slice,
): Promise<Readonly<{ deliveries: readonly Delivery[]; total: number }>> {
  const { rows } = await reader.query<DeliveryRecord>(DELIVERIES, [accountId, limit, offset])
  const counted = await reader.query<{ total: bigint }>('select count(*) as total from alert_deliveries where account_id = $1', [accountId])
  return { deliveries: rows.map(readDelivery), total: Number(counted.rows[0]?.total ?? 0n) }
}
const DELIVERIES = `
  select id::text, alert_id::text, message_id::text, instrument_id, kind, level, price, attempts, pushed_at, at from alert_deliveries
  where account_id = $1 order by alert_deliveries.id desc limit $2 offset $3`

const readDelivery = (row: DeliveryRecord): Delivery => ({
  id: row.id,
  alertId: row.alert_id,
  messageId: row.message_id,
  instrumentId: row.instrument_id,
  kind: row.kind,
  level: row.level,
  price: row.price,
  attempts: row.attempts,
  pushedAt: row.pushed_at === null ? null : Number(row.pushed_at),
  at: Number(row.at),
})
