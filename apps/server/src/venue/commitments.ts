import type { DayCommitment } from '@rueda/exchange/venue.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { VenueClient } from './client.ts'
import { isVrfDay, readVrfStarts } from './vrf-days.ts'

/**
 * A promise of the venue and the time of its publication, in a table that is only ever added to. The hash of a day's key
 * stands in it before the day begins; the venue publishes the key itself once the day is over. Nobody can choose a day's
 * prices once its promise is out.
 */
export type PublishedCommitment = DayCommitment & Readonly<{ publishedAt: Instant }>

/**
 * Publishes every promise that is not out yet; a published one stays as it is. Days that passed while nobody ran the market
 * for longer than promises reach are published late, and their time says so.
 */
export async function publishCommitments(pool: Pool, venue: VenueClient, now: Instant): Promise<void> {
  const { rows } = await pool.query<Newest>(NEWEST)
  const isOut = new Set(rows.map(({ market }) => market))
  const earliest = rows.map(({ newest }) => newest).toSorted()[0] ?? null
  // A market that has joined is published from its beginning.
  const isEverywhere = marketNames.every((market) => isOut.has(market))
  const days = await venue.commitments(isEverywhere ? earliest : null)
  await pool.query(PUBLISH, [
    days.map(({ market }) => market),
    days.map(({ date }) => date),
    days.map(({ commitment }) => commitment),
    days.map(({ key }) => key === null),
    now,
    days.map(({ model }) => model),
  ])
}

type Newest = Readonly<{ market: string; newest: CalendarDate }>
const NEWEST = 'select market, max(trade_date) as newest from day_commitments group by market'

// At the first start nothing is out yet: the history before it is not promised.
const PUBLISH = `
  insert into day_commitments (market, trade_date, commitment, published_at, model)
  select market, trade_date, decode(commitment, 'hex'), $5, model
  from unnest($1::text[], $2::date[], $3::text[], $4::boolean[], $6::smallint[]) as promised (market, trade_date, commitment, ahead, model)
  where (ahead or trade_date > (select min(trade_date) from day_commitments))
    and not exists (select from vrf_starts s where s.market = promised.market and s.from_date <= promised.trade_date)
  on conflict do nothing`

type Row = Readonly<{ market: string; trade_date: string; commitment: string; published_at: bigint; model: number | null }>

/**
 * Returns the promises, newest first, of the days before those that nobody chooses: the days ahead, the running one, and the finished ones with their keys, back to the
 * beginning of the history, because a day's prices begin where the days before it ended. A day that was over before this
 * market was started could not be promised; it counts as published at the first start.
 */
export async function readCommitments(pool: Pool, venue: VenueClient): Promise<PublishedCommitment[]> {
  const [told, starts, published, began] = await Promise.all([
    venue.commitments(),
    readVrfStarts(pool),
    pool.query<Row>(`select market, trade_date, encode(commitment, 'hex') as commitment, published_at, model from day_commitments`),
    pool.query<{ created_at: bigint }>('select created_at from venue_settings'),
  ])
  const promises = new Map(published.rows.map((row) => [`${row.market} ${row.trade_date}`, row]))
  const firstStart = published.rows.reduce(
    (first, { published_at }) => Math.min(first, Number(published_at)),
    Number(began.rows[0]?.created_at ?? 0n),
  )
  const isProven = isVrfDay(starts)
  return told
    .filter(({ market, date }) => !isProven(market, date))
    .flatMap((day): PublishedCommitment[] => {
      const promise = promises.get(`${day.market} ${day.date}`)
      // The published promise counts, even where the venue should say something else now.
      if (promise !== undefined) {
        const { commitment, model, published_at: publishedAt } = promise
        return [{ ...day, commitment, model: model ?? day.model, publishedAt: Number(publishedAt) }]
      }
      return day.key === null ? [] : [{ ...day, publishedAt: firstStart }]
    })
    .reverse()
}
