import type { klineTypes } from '@rueda/contract/codes.ts'
import { dateAt } from '@rueda/exchange/calendars/new-york.ts'
import { addDays } from '@rueda/exchange/calendars/civil.ts'
import type { Bar, BarInterval, BarRequest, CalendarDay } from '@rueda/exchange/venue.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { VenueClient } from '../../venue/client.ts'

/** Chart types: the length of a bar, and how far the chart reaches back (`docs/rules/quotes.md` A.22). */
export type KlineType = (typeof klineTypes)[number]

/** The spans are counted in trading sessions, in calendar days, or simply in bars. */
type Span = Readonly<{ sessions: number }> | Readonly<{ days: number }> | Readonly<{ bars: number }>
type Plan = Readonly<{ interval: BarInterval; hours: BarRequest['hours']; span: Span }>

const USUAL_BARS = 500
const MAX_BARS = 1_500
const DAYS_OF_A_MONTH = 30
const DAYS_OF_THREE_MONTHS = 91
const DAYS_OF_A_YEAR = 365

const plans: Readonly<Record<KlineType, Plan>> = {
  'Current': { interval: '1m', hours: 'extended', span: { sessions: 1 } },
  'Regular': { interval: '1m', hours: 'regular', span: { sessions: 1 } },
  '1D': { interval: '1m', hours: 'regular', span: { sessions: 1 } },
  '1W': { interval: '15m', hours: 'regular', span: { sessions: 5 } },
  '1M': { interval: '60m', hours: 'regular', span: { days: DAYS_OF_A_MONTH } },
  '3M': { interval: 'day', hours: 'regular', span: { days: DAYS_OF_THREE_MONTHS } },
  '1Y': { interval: 'day', hours: 'regular', span: { days: DAYS_OF_A_YEAR } },
  '1m': { interval: '1m', hours: 'regular', span: { bars: USUAL_BARS } },
  '5m': { interval: '5m', hours: 'regular', span: { bars: USUAL_BARS } },
  '15m': { interval: '15m', hours: 'regular', span: { bars: USUAL_BARS } },
  '30m': { interval: '30m', hours: 'regular', span: { bars: USUAL_BARS } },
  '60m': { interval: '60m', hours: 'regular', span: { bars: USUAL_BARS } },
  'day': { interval: 'day', hours: 'regular', span: { bars: USUAL_BARS } },
  'week': { interval: 'week', hours: 'regular', span: { bars: USUAL_BARS } },
  'month': { interval: 'month', hours: 'regular', span: { bars: USUAL_BARS } },
}

export type KlineRequest = Readonly<{
  instrument: Instrument
  type: KlineType
  until: Instant
  limit: number | undefined
  adjust: 'split' | 'none'
}>
export type Kline = Readonly<{ interval: BarInterval; timeZone: string; previousClose: bigint; bars: readonly Bar[] }>

/** The bars of a chart, oldest first, none opening after `until`; null where the venue has none at all. */
export async function readKline(venue: VenueClient, { instrument, type, until, limit, adjust }: KlineRequest): Promise<Kline | null> {
  const { interval, hours } = plans[type]
  const from = await startOf(venue, instrument.market, plans[type], until)
  const most = limit ?? mostBarsOf(plans[type])
  const request: BarRequest = { instrumentId: instrument.id, interval, until, limit: most, hours, adjust }
  const series = await venue.bars(request)
  if (series === null) return null
  const bars = series.bars.filter((bar) => bar.at >= from)
  const previousClose = bars.length === series.bars.length ? series.previousClose : await closeBefore(venue, request, bars[0])
  return { interval, timeZone: series.timeZone, previousClose, bars }
}

/** No more bars than there can be in the span: what is asked for has to be worked out. */
function mostBarsOf({ interval, span }: Plan): number {
  if ('bars' in span) return span.bars
  const days = 'days' in span ? span.days + 1 : span.sessions
  return Math.min(MAX_BARS, days * (MAX_BARS_OF_A_DAY[interval] ?? MAX_BARS))
}

/** A day on which the clocks are set back has twenty-five hours. */
const MAX_BARS_OF_A_DAY: Readonly<Partial<Record<BarInterval, number>>> = { 'day': 1, '60m': 25, '15m': 100, '1m': 1_500 }

/** The close before the first bar that is shown, if the venue has earlier ones. */
async function closeBefore(venue: VenueClient, request: BarRequest, first: Bar | undefined): Promise<bigint> {
  const series = await venue.bars({ ...request, until: first?.at ?? request.until, limit: 1 })
  return series?.previousClose ?? 0n
}

async function startOf(venue: VenueClient, market: MarketName, { hours, span }: Plan, until: Instant): Promise<Instant> {
  if ('bars' in span) return Number.NEGATIVE_INFINITY
  if ('days' in span) return until - span.days * DAY_MS
  return startOfSessions(venue, market, span.sessions, hours, until)
}

/** Two weeks hold five sessions around any holidays. */
const DAYS_TO_LOOK_BACK = 14

async function startOfSessions(
  venue: VenueClient,
  market: MarketName,
  count: number,
  hours: BarRequest['hours'],
  until: Instant,
): Promise<Instant> {
  const today = dateAt(until)
  const days = await venue.calendar(market, addDays(today, -DAYS_TO_LOOK_BACK), today)
  const begun = days.flatMap((day) => beginningOf(day, hours)).filter((at) => at <= until)
  return begun.at(-count) ?? begun[0] ?? Number.NEGATIVE_INFINITY
}

function beginningOf({ sessions }: CalendarDay, hours: BarRequest['hours']): Instant[] {
  const first = hours === 'extended' ? sessions[0] : sessions.find(({ type }) => type === 'REGULAR')
  return first === undefined ? [] : [first.opensAt]
}
