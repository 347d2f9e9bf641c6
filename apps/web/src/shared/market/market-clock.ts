import type { DataOf } from '@rueda/contract/endpoint.ts'
import { type TradingDay, reference } from '@rueda/contract/reference.ts'
import type { ClosureCause } from '@rueda/rules/markets/closed-day.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { formatDate, formatTime } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../server/api.ts'
import { useServerNow } from '../live/live-clock.ts'
import { dateInZone, zoneName } from '../charts/chart-axis.ts'

/** The state of a market, open or closed, and its next change, from its trading calendar. */
export type ServedMarket = DataOf<typeof reference.markets>[number]
type Session = TradingDay['sessions'][number]

export type MarketClock =
  /** `null`: the next session begins when this one ends, so it never closes. */
  | Readonly<{ state: 'open'; closesInMs: number | null }>
  | Readonly<{ state: 'before' | 'after'; opensInMs: number | null }>
  | Readonly<{ state: 'closed'; opensInMs: number | null; holiday: string | null; closure?: ClosureCause }>

export function marketClockOf(days: readonly TradingDay[], now: number, zone: string): MarketClock {
  const sessions = days.flatMap((day) => day.sessions).sort((a, b) => a.openTimestamp - b.openTimestamp)
  const running = sessions.filter(({ openTimestamp, closeTimestamp }) => openTimestamp <= now && now < closeTimestamp)
  const regular = running.find(({ type }) => type === 'REGULAR')
  if (regular !== undefined) return { state: 'open', closesInMs: endOf(regular, sessions) === null ? null : regular.closeTimestamp - now }
  const next = sessions.find(({ type, openTimestamp }) => type === 'REGULAR' && openTimestamp > now)
  const opensInMs = next === undefined ? null : next.openTimestamp - now
  if (running.some(({ type }) => type === 'PRE')) return { state: 'before', opensInMs }
  if (running.some(({ type }) => type === 'POST')) return { state: 'after', opensInMs }
  const { holidayName = null, closure } = days.find(({ date }) => date === dateInZone(now, zone)) ?? {}
  return { state: 'closed', opensInMs, holiday: holidayName, ...(closure === undefined ? {} : { closure }) }
}

/** Null where another regular session begins the moment this one ends. */
const endOf = (session: Session, sessions: readonly Session[]): number | null =>
  sessions.some(({ type, openTimestamp }) => type === 'REGULAR' && openTimestamp === session.closeTimestamp) ? null : session.closeTimestamp

const MARKETS_FRESH_MS = 30 * MINUTE_MS

/** The markets there are, with the sessions of the next days. */
export const useMarkets = () =>
  useQuery({ ...query(reference.markets, {}), staleTime: MARKETS_FRESH_MS, refetchInterval: MARKETS_FRESH_MS })

/** The clock of a market, updated once a minute. */
export function useMarketClock({ days, timeZone }: ServedMarket): Readonly<{ clock: MarketClock; now: number }> {
  const now = useServerNow(MINUTE_MS)
  return { clock: marketClockOf(days, now, timeZone), now }
}

/** A time stays on a line with its zone. */
const NO_BREAK = '\u00A0'

/** "17:00 (16:00 ET)": when a session changes on the reader's clock, and on the market's where that shows another time. */
export function changeTime(at: number, now: number, zone: string): string {
  const [own, there] = [formatTime(at), formatTime(at, zone)]
  const [day, today] = [formatDate(at), formatDate(now)]
  const dated = day === today ? own : `${day.slice(0, 'DD/MM'.length)} ${own}`
  return own === there ? dated : `${dated} (${there}${NO_BREAK}${zoneName(zone)})`
}
