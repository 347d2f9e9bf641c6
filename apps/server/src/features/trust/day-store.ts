import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'

/** Days whose key was said in the log once they were over (`docs/rules/proof.md` P.23). */
export const unclaimedCauses = ['seed', 'clock', 'soon', 'engine', 'beacon'] as const
export type UnclaimedCause = (typeof unclaimedCauses)[number]

export type SaidDay = Readonly<{
  market: MarketName
  date: CalendarDate
  model: number
  proof: Uint8Array
  output: Uint8Array
  engine: string
  beacon: Readonly<{ round: number; randomness: Uint8Array }> | null
  unclaimed: UnclaimedCause | null
}>

export const keepDay = (reader: Reader, day: SaidDay, at: Instant): Promise<unknown> =>
  reader.query(
    `insert into day_keys (market, trade_date, model, proof, output, engine, round, randomness, unclaimed, said_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[day.market, day.date, day.model, day.proof, day.output, day.engine],
      ...[day.beacon?.round ?? null, day.beacon?.randomness ?? null, day.unclaimed, at],
    ],
  )

/** The newest day of each market that was said. */
export async function newestSaid(reader: Reader): Promise<ReadonlyMap<string, CalendarDate>> {
  const { rows } = await reader.query<{ market: string; newest: CalendarDate }>(
    'select market, max(trade_date)::text as newest from day_keys group by market',
  )
  return new Map(rows.map(({ market, newest }) => [market, newest]))
}

type DayRow = Readonly<{
  market: MarketName
  date: CalendarDate
  model: number
  proof: Buffer
  output: Buffer
  engine: string
  round: bigint | null
  randomness: Buffer | null
  unclaimed: UnclaimedCause | null
  signature: string | null
  entry: bigint | null
}>
/** With the place in the log that goes on; null until a checkpoint covers it, and for what a log said that ended. */
export type PlacedDay = SaidDay & Readonly<{ signature: string | null; entry: number | null }>

/** Said days of a market up to a date, newest first. */
export async function saidDays(
  reader: Reader,
  { market, through, most }: Readonly<{ market: MarketName; through: CalendarDate; most: number }>,
): Promise<readonly PlacedDay[]> {
  const { rows } = await reader.query<DayRow>(DAYS, [market, through, most])
  return rows.map(({ proof, output, round, randomness, entry, ...day }) => ({
    ...day,
    proof: new Uint8Array(proof),
    output: new Uint8Array(output),
    beacon: round === null || randomness === null ? null : { round: Number(round), randomness: new Uint8Array(randomness) },
    entry: entry === null ? null : Number(entry),
  }))
}
const DAYS = `
  select d.market, d.trade_date::text as date, d.model, d.proof, d.output, d.engine, d.round, d.randomness, d.unclaimed, said.entry_index as entry,
         encode(r.signature, 'hex') as signature
  from day_keys d left join day_rounds r on r.market = d.market and r.trade_date = d.trade_date left join trust_entries said
    on said.kind = 'day-key' and said.entry::jsonb ->> 'date' = d.trade_date::text and said.entry::jsonb ->> 'market' = d.market
    and said.log = (select log from trust_logs where ended_at is null)
  where d.market = $1 and d.trade_date <= $2 order by d.trade_date desc limit $3`
