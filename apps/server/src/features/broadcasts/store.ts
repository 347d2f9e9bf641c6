import type { WireBanner, WireBroadcast, WireTexts } from '@rueda/contract/admin/broadcasts.ts'
import type { Segment } from '@rueda/rules/broadcasts/broadcast.ts'
import type { MessageLink } from '@rueda/rules/messages/message.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { ActReason } from '@rueda/rules/staff/reasons.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'
import type { Audience } from './audience.ts'

/** Broadcasts and banners in SQL. */
type Kept = Readonly<{
  broadcastId: string
  audience: Audience
  texts: WireTexts
  recipients: number
  /** The newest account that it goes to. */
  until: string
  reason: ActReason
  note: string | undefined
  at: Instant
  staffId: string
  approvalId: string
  /** Comes to customers who have switched news off too. */
  isBinding: boolean
  link: MessageLink | null
}>

export async function insertBroadcast(client: PoolClient, kept: Kept): Promise<void> {
  const { broadcastId, audience, texts, recipients, until, reason, note, at, staffId, approvalId, isBinding, link } = kept
  await client.query(
    `insert into broadcasts (broadcast_id, segment, value, texts, recipients, reason, note, at, staff_id, approval_id, is_binding, link)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[broadcastId, audience.segment, audience.value, JSON.stringify(texts), recipients],
      ...[reason, note ?? null, at, staffId, approvalId, isBinding, link],
    ],
  )
  await client.query('insert into broadcast_deliveries (broadcast_id, until_account, reached_account, delivered) values ($1, $2, 0, 0)', [
    ...[broadcastId, until],
  ])
}

type Row = Readonly<{
  broadcast_id: string
  segment: Segment
  value: string | null
  texts: WireTexts
  recipients: bigint
  delivered: bigint
  finished_at: bigint | null
  reason: ActReason
  note: string | null
  at: bigint
  by: string
  asked_by: string
}>

type Slice = Readonly<{ limit: number; offset: number }>

export async function listBroadcasts(
  reader: Reader,
  { limit, offset }: Slice,
): Promise<Readonly<{ list: WireBroadcast[]; total: number }>> {
  const { rows } = await reader.query<Row>(LIST, [limit, offset])
  const counted = await reader.query<{ total: bigint }>('select count(*) as total from broadcasts')
  return { list: rows.map(presentBroadcast), total: Number(counted.rows[0]?.total ?? 0n) }
}

const presentBroadcast = (row: Row): WireBroadcast => ({
  ...{ id: row.broadcast_id, segment: row.segment, value: row.value, texts: row.texts, reason: row.reason, note: row.note },
  ...{ by: row.by, askedBy: row.asked_by, timestamp: Number(row.at) },
  ...{ recipients: Number(row.recipients), delivered: Number(row.delivered), state: row.finished_at === null ? 'sending' : 'sent' },
})

const LIST = `
  select b.broadcast_id::text, b.segment, b.value, b.texts, b.recipients, d.delivered, d.finished_at, b.reason, b.note, b.at,
    s.name as by, m.name as asked_by
  from broadcasts b join broadcast_deliveries d using (broadcast_id) join staff s using (staff_id) join approvals a using (approval_id) join staff m on m.staff_id = a.maker
  order by b.at desc, b.broadcast_id desc limit $1 offset $2`

type NewBanner = Readonly<{ bannerId: string; market: MarketName | null; texts: WireTexts; at: Instant; staffId: string }>

export async function insertBanner(client: PoolClient, { bannerId, market, texts, at, staffId }: NewBanner): Promise<void> {
  await client.query('insert into banners (banner_id, market, texts, at, staff_id) values ($1, $2, $3, $4, $5)', [
    ...[bannerId, market, JSON.stringify(texts), at, staffId],
  ])
}

/** False when it is not shown any more. */
export async function lowerBanner(client: PoolClient, bannerId: string, now: Instant): Promise<boolean> {
  const { rowCount } = await client.query('update banners set lowered_at = $2 where banner_id = $1 and lowered_at is null', [bannerId, now])
  return rowCount === 1
}

type BannerRow = Readonly<{
  banner_id: string
  market: MarketName | null
  texts: WireTexts
  at: bigint
  lowered_at: bigint | null
  by: string
}>
const BANNERS_SHOWN = 20

export async function newestBanners(reader: Reader): Promise<WireBanner[]> {
  const { rows } = await reader.query<BannerRow>(
    `select b.banner_id::text, b.market, b.texts, b.at, b.lowered_at, s.name as by from banners b join staff s using (staff_id)
     order by b.lowered_at is null desc, b.at desc limit ${BANNERS_SHOWN}`,
  )
  return rows.map((row) => ({
    ...{ id: row.banner_id, market: row.market, texts: row.texts, by: row.by, timestamp: Number(row.at) },
    liftedTimestamp: row.lowered_at === null ? null : Number(row.lowered_at),
  }))
}
