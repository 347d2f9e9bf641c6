import { zoneOf } from '@rueda/exchange/calendars/calendars.ts'
import { memberIndices } from '@rueda/exchange/catalogue/world-indices.ts'
import type { Bar, BarRequest } from '@rueda/exchange/venue.ts'
import type { MadeArticle } from '@rueda/rules/articles/article.ts'
import { type Move, SESSIONS_COMPARED, closeOf, jumpOf, jumpsAmong } from '@rueda/rules/articles/day.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { idOfFirstCode } from '@rueda/rules/instruments/codes.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { HOUSE_MARKET, shareMarkets } from '@rueda/rules/markets/markets.ts'
import { type CalendarDate, HOUR_MS, type Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { hasCloses, keepMade } from './store.ts'

/** The articles of a market's finished day, made of its prices alone, so that a day that is told of late reads as it would have on time. */
type Telling = Pick<App, 'pool' | 'ids' | 'venue' | 'clock'>

export async function tellOfDay(app: Telling, market: MarketName, date: CalendarDate): Promise<void> {
  const [day] = await app.venue.calendar(market, date, date)
  const closedAt = day?.sessions.findLast(({ type }) => type === 'REGULAR')?.closesAt
  if (day?.trading !== true || closedAt === undefined) return
  const asked = { venue: app.venue, market, date, closedAt }
  const moves: Move[] = []
  for (const id of companiesOf(app, market)) {
    const move = await moveOf(asked, id)
    if (move !== null) moves.push(move)
  }
  const indexId = indexOf(market)
  const index = indexId === null ? null : await moveOf(asked, indexId)
  const close = closeOf({ market, date, closedAt, moves, index })
  const jumps: MadeArticle[] = []
  for (const move of jumpsAmong(moves)) jumps.push(...(await jumpIn(asked, move)))
  // The close is the newest of its day: it stands above the moves that it sums up.
  await keepMade(app, [...jumps, ...(close === null ? [] : [close])])
}

const companiesOf = ({ venue }: Telling, market: MarketName): readonly string[] =>
  [...venue.instruments.values()].filter((each) => each.market === market && !each.quoteOnly).map(({ id }) => id)

/** The widest index of the United States; elsewhere the one that is made of the market's own companies. */
const US_INDEX = idOfFirstCode('IDX', 'US500')
const indexOf = (market: MarketName): string | null =>
  market === HOUSE_MARKET ? US_INDEX : (memberIndices[market]?.index.instrument.id ?? null)

type Asked = Readonly<{ venue: App['venue']; market: MarketName; date: CalendarDate; closedAt: Instant }>
/** A day's bar says when its session began: in the day's first half. */
const HALF_A_DAY_MS = 12 * HOUR_MS

type Series = Readonly<{ day: Bar; previousClose: bigint; before: readonly bigint[] }>

/** The bar of the day with those before it; null where it did not trade on that day. */
async function seriesOf(
  { venue, market, date, closedAt }: Asked,
  wanted: Pick<BarRequest, 'instrumentId' | 'limit' | 'adjust'>,
): Promise<Series | null> {
  // A market that never closes begins its next day at this one's close.
  const series = await venue.bars({ ...wanted, interval: 'day', until: closedAt - 1, hours: 'regular' })
  const day = series?.bars.at(-1)
  if (series === null || day === undefined || zoneOf(market).dateAt(day.at + HALF_A_DAY_MS) !== date) return null
  const before = [series.previousClose, ...series.bars.slice(0, -1).map(({ close }) => close)]
  return { day, previousClose: before.at(-1) ?? 0n, before }
}

async function moveOf(asked: Asked, instrumentId: string): Promise<Move | null> {
  const series = await seriesOf(asked, { instrumentId, limit: 1, adjust: 'split' })
  return series === null ? null : { instrumentId, close: series.day.close, previousClose: series.previousClose }
}

async function jumpIn(asked: Asked, move: Move): Promise<MadeArticle[]> {
  const { instrumentId } = move
  const compared = await seriesOf(asked, { instrumentId, limit: SESSIONS_COMPARED, adjust: 'split' })
  const written = await seriesOf(asked, { instrumentId, limit: 1, adjust: 'none' })
  const instrument = asked.venue.instruments.get(instrumentId)
  if (compared === null || written === null || instrument === undefined) return []
  const { close, low, high } = written.day
  const { date, closedAt } = asked
  return [jumpOf({ move, close, low, high, currency: instrument.currency, date, closedAt, before: compared.before })]
}

const LOOK_BACK_DAYS = 10

/** A new server has news from its first minute: of each market's last finished day. */
export async function tellOfLastDays(app: Telling): Promise<void> {
  const now = app.clock.now()
  for (const market of shareMarkets) {
    if (!app.venue.markets.includes(market) || (await hasCloses(app.pool, market))) continue
    const today = zoneOf(market).dateAt(now)
    const days = await app.venue.calendar(market, addDays(today, -LOOK_BACK_DAYS), today)
    const last = days.findLast(
      ({ trading, sessions }) => trading && (sessions.findLast(({ type }) => type === 'REGULAR')?.closesAt ?? now) < now,
    )
    if (last !== undefined) await tellOfDay(app, market, last.date)
  }
}
