import { createCalendar } from '@rueda/exchange/calendars/calendars.ts'
import { addDays, daysOf } from '@rueda/exchange/calendars/civil.ts'
import { firstReadingOf } from '@rueda/exchange/prices/first-reading.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { TradingHalt } from '@rueda/rules/markets/trading-halt.ts'
import { type CalendarDate, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { type BeaconRule, ROUND_BEFORE_MS, type VerifiedRound, readRound, roundOfDay } from '../beacon/beacon.ts'
import type { Reader } from '../db/snapshot.ts'
import { type DayRound, type VrfStart, readRounds, readVrfStarts } from './vrf-days.ts'

/** A value that is not there by then is waited for no longer, so that no market waits for it. */
const DECIDED_BEFORE_MS = MINUTE_MS

export type ReadRound = (rule: BeaconRule, round: number) => Promise<VerifiedRound | null>
type Parts = Readonly<{ pool: Pool; rule: BeaconRule; alwaysOpen: boolean; read?: ReadRound | undefined }>

/**
 * Decides, of every day whose round has come, what its key is drawn with: the value of its round, or nothing where the beacon did not say it in time.
 * A decision is kept for ever; of a market it is made in the order of the days. Returns those that are new.
 */
export async function decideRounds({ pool, rule, alwaysOpen, read = readRound }: Parts, now: Instant): Promise<readonly DayRound[]> {
  const newest = newestOf(await readRounds(pool))
  const decided: DayRound[] = []
  for (const start of await readVrfStarts(pool)) {
    for (
      let date = nextDay(start, newest.get(start.market), alwaysOpen);
      ;
      date = createCalendar(start.market, alwaysOpen).nextTradingDate(date)
    ) {
      const reading = firstReadingOf(start.market, date, alwaysOpen)
      if (now < reading - ROUND_BEFORE_MS) break
      const round = roundOfDay(rule, reading)
      const value = await read(rule, round)
      if (value === null && now < reading - DECIDED_BEFORE_MS) break
      await keepRound(pool, { market: start.market, date, round, value }, now)
      decided.push({ market: start.market, date, value: value === null ? null : { round, randomness: bytesOf(value.randomness) } })
    }
  }
  return decided
}

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))

type Decision = Readonly<{ market: MarketName; date: CalendarDate; round: number; value: VerifiedRound | null }>

async function keepRound(pool: Pool, { market, date, round, value }: Decision, now: Instant): Promise<void> {
  const bytes = value === null ? [null, null] : [bytesOf(value.randomness), bytesOf(value.signature)]
  await pool.query(
    'insert into day_rounds (market, trade_date, round, randomness, signature, decided_at) values ($1, $2, $3, $4, $5, $6)',
    [market, date, round, ...bytes, now],
  )
}

const newestOf = (rounds: readonly DayRound[]): ReadonlyMap<string, CalendarDate> =>
  new Map(rounds.toSorted((a, b) => a.date.localeCompare(b.date)).map(({ market, date }) => [market, date]))

/** The first day of a market that nothing is decided of. */
export const nextDay = ({ market, from }: VrfStart, newest: CalendarDate | undefined, alwaysOpen: boolean): CalendarDate =>
  createCalendar(market, alwaysOpen).nextTradingDate(newest ?? addDays(from, -1))

/** A market stays closed on a day that is drawn without its round: whoever could have kept the beacon away may know the prices. */
export async function haltsWithoutRounds(reader: Reader, now: Instant): Promise<readonly TradingHalt[]> {
  const { rows } = await reader.query<{ market: MarketName; date: CalendarDate; always_open: boolean }>(
    `select market, trade_date::text as date, (select always_open from venue_settings) as always_open from day_rounds
     where randomness is null and trade_date > to_timestamp($1::bigint / 1000)::date - 5`,
    [now],
  )
  return rows.flatMap(({ market, date, always_open: alwaysOpen }): TradingHalt[] => {
    const { beginOf } = createCalendar(market, alwaysOpen)
    const [from, until] = [beginOf(daysOf(date)), beginOf(daysOf(date) + 1)]
    return now >= from && now < until ? [{ stopId: `beacon ${market} ${date}`, scope: 'market', target: market, kind: 'halt', from }] : []
  })
}
