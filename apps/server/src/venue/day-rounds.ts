import { createCalendar } from '@rueda/exchange/calendars/calendars.ts'
import { addDays, daysOf } from '@rueda/exchange/calendars/civil.ts'
import { firstReadingOf } from '@rueda/exchange/prices/first-reading.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { TradingHalt } from '@rueda/rules/markets/trading-halt.ts'
import { type CalendarDate, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { type BeaconRule, ROUND_BEFORE_MS, type VerifiedRound, readRound, roundOfDay } from '../beacon/beacon.ts'
import type { Reader } from '../db/snapshot.ts'
import { type DayRound, type VrfStart, readVrfStarts } from './vrf-days.ts'

/** A value that is not there by then is waited for no longer, so that no market waits for it. */
const DECIDED_BEFORE_MS = MINUTE_MS
/** A round is asked for so long before its day is drawn without it, whether it comes now or came while nobody asked. */
export const ASKED_FOR_MS = ROUND_BEFORE_MS - DECIDED_BEFORE_MS

export type ReadRound = (rule: BeaconRule, round: number) => Promise<VerifiedRound | null>
type Parts = Readonly<{
  pool: Pool
  rule: BeaconRule
  alwaysOpen: boolean
  read?: ReadRound | undefined
  /** The server began a moment ago: of days that passed before, nobody has asked for the rounds yet, and none is given up. */
  isStarting: boolean
}>

/**
 * Decides, of every day whose round has come, what its key is drawn with: the value of its round, or nothing where the beacon did not say it in time.
 * A decision is kept for ever; of a market it is made in the order of the days. Each goes to `onDecided` once it is kept, also where another one fails. The
 * markets are asked for side by side, so that a beacon that does not answer is waited for once and not once for each of them.
 */
export async function decideRounds(parts: Parts, now: Instant, onDecided: (round: DayRound) => void): Promise<void> {
  const newest = await readNewest(parts.pool)
  const starts = await readVrfStarts(parts.pool)
  const settled = await Promise.allSettled(
    starts.map(({ market, from }) =>
      decideOfMarket(parts, { market, first: nextDay({ market, from }, newest.get(market), parts.alwaysOpen) }, now, onDecided),
    ),
  )
  const failed = settled.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

type Publish = (rounds: readonly DayRound[]) => Promise<void>

/** Decides, and publishes what is decided. What could not be published is published with what is decided next: a market waits for it, and it is decided once. */
export function createRoundPublisher(decide: (onDecided: (round: DayRound) => void) => Promise<void>): (publish: Publish) => Promise<void> {
  let unpublished: readonly DayRound[] = []
  return async (publish) => {
    const deciding = decide((round) => (unpublished = [...unpublished, round]))
    await deciding.catch(() => undefined)
    const rounds = unpublished
    if (rounds.length > 0) await publish(rounds)
    unpublished = unpublished.filter((round) => !rounds.includes(round))
    await deciding
  }
}

async function readNewest(pool: Pool): Promise<ReadonlyMap<string, CalendarDate>> {
  const { rows } = await pool.query<{ market: MarketName; date: CalendarDate }>(
    'select market, max(trade_date)::text as date from day_rounds group by market',
  )
  return new Map(rows.map(({ market, date }) => [market, date]))
}

type Undecided = Readonly<{ market: MarketName; first: CalendarDate }>

async function decideOfMarket(
  parts: Parts,
  { market, first }: Undecided,
  now: Instant,
  onDecided: (round: DayRound) => void,
): Promise<void> {
  const { pool, rule, alwaysOpen, isStarting, read = readRound } = parts
  const { nextTradingDate } = createCalendar(market, alwaysOpen)
  for (let date = first; ; date = nextTradingDate(date)) {
    const reading = firstReadingOf(market, date, alwaysOpen)
    if (now < reading - ROUND_BEFORE_MS) return
    const round = roundOfDay(rule, reading)
    const value = await read(rule, round)
    if (value === null && (isStarting || now < reading - DECIDED_BEFORE_MS)) return
    await keepRound(pool, { market, date, round, value }, now)
    onDecided({ market, date, value: value === null ? null : { round, randomness: bytesOf(value.randomness) } })
  }
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

/** The first day of a market that nothing is decided of. */
export const nextDay = ({ market, from }: VrfStart, newest: CalendarDate | undefined, alwaysOpen: boolean): CalendarDate =>
  createCalendar(market, alwaysOpen).nextTradingDate(newest ?? addDays(from, -1))

const TOLD_DAYS = 5

/**
 * A market stays closed on a day that is drawn without its round: whoever could have kept the beacon away may know the prices. The halt is told ahead and
 * for a while afterwards, so that a market that moves on late has it from the day's first moment to its last.
 */
export async function haltsWithoutRounds(reader: Reader, now: Instant): Promise<readonly TradingHalt[]> {
  const { rows } = await reader.query<{ market: MarketName; date: CalendarDate; always_open: boolean }>(
    `select market, trade_date::text as date, (select always_open from venue_settings) as always_open from day_rounds
     where randomness is null and trade_date > to_timestamp($1::bigint / 1000)::date - $2::integer order by trade_date, market`,
    [now, TOLD_DAYS],
  )
  return rows.map(({ market, date, always_open: alwaysOpen }) => {
    const { beginOf } = createCalendar(market, alwaysOpen)
    const [from, until] = [beginOf(daysOf(date)), beginOf(daysOf(date) + 1)]
    return { stopId: `beacon ${market} ${date}`, scope: 'market', target: market, kind: 'halt', from, until }
  })
}
