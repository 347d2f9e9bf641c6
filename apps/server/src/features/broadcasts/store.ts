import type { WireBanner, WireBroadcast, WireTexts } from '@rueda/contract/admin/broadcasts.ts'
import type { Segment } from '@rueda/rules/broadcasts/broadcast.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { ActReason } from '@rueda/rules/staff/reasons.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'

/** Broadcasts and banners in SQL. */
export type Audience = Readonly<{ segment: Segment; value: string | null }>
type Reached = Readonly<{ accountId: string; language: string }>

/** Whoever can read a message: accounts that are not closed. */
export async function audienceOf(reader: Reader, { segment, value }: Audience): Promise<readonly Reached[]> {
  const { rows } = await reader.query<{ account_id: string; locale: string }>(
    `select account_id::text, locale from accounts a where a.closed_at is null and ${WHO[segment]} order by a.account_id`,
    segment === 'country' || segment === 'holders' ? [value] : [],
  )
  return rows.map((row) => ({ accountId: row.account_id, language: row.locale }))
}

const WHO: Readonly<Record<Segment, string>> = {
  everybody: 'true',
  identified: `a.kyc_status = 'passed'`,
  country: 'a.country_code = $1',
  holders: `
    (exists (select from positions p where p.account_id = a.account_id and p.instrument_id = $1 and p.closed_at is null)
     or exists (select from margin_positions m where m.account_id = a.account_id and m.instrument_id = $1 and m.closed_at is null))`,
}

type Kept = Readonly<{
  broadcastId: string
  audience: Audience
  texts: WireTexts
  recipients: number
  reason: ActReason
  note: string | undefined
  at: Instant
  staffId: string
  approvalId: string
}>

export async function insertBroadcast(client: PoolClient, kept: Kept): Promise<void> {
  const { broadcastId, audience, texts, recipients, reason, note, at, staffId, approvalId } = kept
  await client.query(
    `insert into broadcasts (broadcast_id, segment, value, texts, recipients, reason, note, at, staff_id, approval_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [broadcastId, audience.segment, audience.value, JSON.stringify(texts), recipients, reason, note ?? null, at, staffId, approvalId],
  )
}

type Row = Readonly<{
  broadcast_id: string
  segment: Segment
  value: string | null
  texts: WireTexts
  recipients: bigint
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
  ...{ by: row.by, askedBy: row.asked_by, timestamp: Number(row.at), recipients: Number(row.recipients) },
})

const LIST = `
  select b.broadcast_id::text, b.segment, b.value, b.texts, b.recipients, b.reason, b.note, b.at, s.name as by, m.name as asked_by
  from broadcasts b join staff s using (staff_id) join approvals a using (approval_id) join staff m on m.staff_id = a.maker
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
