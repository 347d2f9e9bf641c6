import { type Instant, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { daysOf } from '../calendars/civil.ts'
import { midnightOf } from '../calendars/new-york.ts'
import type { Quote, Trade } from '../venue.ts'
import { closeBefore, dayMinutes, foldAll } from './recorded-bars.ts'
import type { RecordedHours, RecordedSessions } from './recorded-sessions.ts'
import { type RecordedDay, type Tape, minuteOf, newestAt } from './tape.ts'

/**
 * The recorded market at a moment of the replay: nothing of a minute that is still running but its opening. The
 * feed speaks once a minute; while it does, a quote is as fresh as the moment it is asked for, and after three
 * missed cycles it is as old as the last one.
 */
export const CYCLE_MS = MINUTE_MS
export const MISSED_CYCLES_UNTIL_STALE = 3

type Instants = Readonly<{ tape: Tape; sessions: RecordedSessions; ticker: string; instrumentId: string; now: Instant }>

export function recordedQuote({ tape, sessions, ticker, instrumentId, now }: Instants): Quote | null {
  const day = sessions.begun(now)
  if (day === null) return null
  const bar = foldAll(dayMinutes(tape, ticker, day, 'regular', now), midnightOf(daysOf(day.date)), true)
  if (bar === null) return null
  const recorded = tape.day(ticker, day.date)
  const session = sessions.at(now)
  const { open, high, low, close: last, volume, turnover } = bar
  const previousClose = closeBefore(tape, ticker, { date: day.date, seenFrom: day.date, adjustment: 'split' }) ?? open
  const prices = { instrumentId, last, open, high, low, previousClose, volume, turnover }
  return { ...prices, ...bestOf(recorded, day, now), phase: session.phase, tradeDate: day.date, at: freshness(recorded, day, now) }
}

/** The opening of the minute under way; where nobody quoted in it, what the last one closed with. */
function bestOf(recorded: RecordedDay, day: RecordedHours, now: Instant) {
  const row = newestAt(recorded.quotes, Math.min(now, day.closesAt - 1))
  if (row === null) return { bid: 0n, ask: 0n, bidQuantity: 0n, askQuantity: 0n }
  const price = row.at === minuteOf(now) ? 'open' : 'close'
  return { bid: row.bid?.[price] ?? 0n, ask: row.ask?.[price] ?? 0n, bidQuantity: row.bid?.size ?? 0n, askQuantity: row.ask?.size ?? 0n }
}

function freshness(recorded: RecordedDay, day: RecordedHours, now: Instant): Instant {
  const asked = Math.min(now, day.closesAt - 1)
  const lastCycle = Math.max(newestAt(recorded.quotes, asked)?.at ?? 0, newestAt(recorded.trades, asked)?.at ?? 0)
  const missed = Math.floor((minuteOf(asked) - lastCycle) / CYCLE_MS)
  return missed >= MISSED_CYCLES_UNTIL_STALE ? lastCycle + CYCLE_MS : asked - (asked % SECOND_MS)
}

/** The tape has a minute's totals, not each trade: a finished minute stands as one trade, at its close. */
export function recordedTrades({ tape, sessions, ticker, now }: Instants, limit: number): readonly Trade[] {
  const day = sessions.begun(now)
  if (day === null) return []
  const finished = dayMinutes(tape, ticker, day, 'regular', now).filter((bar) => !bar.partial && bar.volume > 0n)
  const trades = finished.map((bar, index) => ({
    price: bar.close,
    quantity: bar.volume,
    side: bar.close >= bar.open ? ('buy' as const) : ('sell' as const),
    at: bar.at + MINUTE_MS - 1,
    sequence: index + 1,
  }))
  return trades.slice(-limit).toReversed()
}
