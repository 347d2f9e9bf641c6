import type { DayCommitment } from '@rueda/exchange/venue.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { VenueClient } from './client.ts'

/**
 * What the venue promised and when: a table that is only ever added to. The hash of a day's key stands in it before
 * the day begins; the venue tells the key itself once the day is over. Nobody can choose a day's prices once its
 * promise is out.
 */
export type PublishedCommitment = DayCommitment & Readonly<{ publishedAt: Instant }>

/** Publishes every promise of the venue that is not out yet, from the running day on; what is out stays as it is. */
export async function publishCommitments(pool: Pool, venue: VenueClient, now: Instant): Promise<void> {
  const ahead = (await venue.commitments()).filter(({ key }) => key === null)
  await pool.query(
    `insert into day_commitments (market, trade_date, commitment, published_at)
     select market, trade_date, decode(commitment, 'hex'), $4 from unnest($1::text[], $2::date[], $3::text[]) as promised (market, trade_date, commitment)
     on conflict do nothing`,
    [ahead.map(({ market }) => market), ahead.map(({ date }) => date), ahead.map(({ commitment }) => commitment), now],
  )
}

type Row = Readonly<{ market: string; trade_date: string; commitment: string; published_at: bigint }>

/**
 * Newest first: the days ahead, the running one, and the finished ones with their keys, back to the beginning of the
 * history, because a day's prices begin where the days before it ended. What was over before this market was
 * started could not be promised; it counts as published at the first start.
 */
export async function readCommitments(pool: Pool, venue: VenueClient): Promise<PublishedCommitment[]> {
  const [told, published, first] = await Promise.all([
    venue.commitments(),
    pool.query<Row>(`select market, trade_date, encode(commitment, 'hex') as commitment, published_at from day_commitments`),
    pool.query<{ created_at: bigint }>('select created_at from venue_settings'),
  ])
  const promises = new Map(published.rows.map((row) => [`${row.market} ${row.trade_date}`, row]))
  const firstStart = Number(first.rows[0]?.created_at ?? 0)
  return told
    .flatMap((day): PublishedCommitment[] => {
      const promise = promises.get(`${day.market} ${day.date}`)
      // What has been published is what counts, even where the venue should say something else now.
      if (promise !== undefined) return [{ ...day, commitment: promise.commitment, publishedAt: Number(promise.published_at) }]
      return day.key === null ? [] : [{ ...day, publishedAt: firstStart }]
    })
    .reverse()
}
