import { type MarketName, marketNames } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { daysOf } from '../calendars/civil.ts'
import { createCalendar } from '../calendars/calendars.ts'
import { followedMarket } from '../catalogue/followed-market.ts'
import type { Sha256 } from '../prices/day-keys.ts'
import { NEWEST_MODEL, type PriceModel } from '../prices/day-laws.ts'
import { type Scenario, ScenarioEvents } from '../scenario/scenario.ts'
import { withScenario } from '../scenario/scenario-market.ts'
import type { Bar } from '../venue.ts'
import { createWorldMarket } from './world-market.ts'

/**
 * A finished day's minutes as the outside market had them, drawn from the keys of the days alone: of that day and of all before it, because a day's
 * prices begin where those before it ended.
 */
export type DayToDraw = Readonly<{
  date: CalendarDate
  instrumentId: string
  alwaysOpen: boolean
  /** The first day of the history; left out, there are years of it. */
  historyFrom?: CalendarDate | undefined
  scenario: Scenario | null
  days: readonly KnownDay[]
  sha256: Sha256
}>
export type KnownDay = Readonly<{ market: string; date: CalendarDate; model: PriceModel; key: Uint8Array }>

const MAX_BARS_OF_A_DAY = 1_500
const KEY_BYTES = 32

/** The span of the market's day with its minutes. */
export type RecomputedDay = Readonly<{ from: Instant; until: Instant; bars: readonly Bar[] }>

/** The market drawn from these keys; later days have no part in it, so that one key and one model do for all of them. */
export function recomputedDay({ date, instrumentId, alwaysOpen, historyFrom, scenario, days, sha256 }: DayToDraw): RecomputedDay {
  const known = new Map(days.map((day) => [placeOf(day.market, day.date), day]))
  const plain = createWorldMarket({
    dayKey: (market, day) => known.get(placeOf(market, day))?.key ?? new Uint8Array(KEY_BYTES),
    modelOn: (market, day) => known.get(placeOf(market, day))?.model ?? NEWEST_MODEL,
    sha256,
    alwaysOpen,
    openedOn: date,
    ...(historyFrom === undefined ? {} : { startDate: historyFrom }),
  })
  const market = scenario === null ? plain : withScenario(plain, new ScenarioEvents(scenario, followedMarket))
  const calendar = createCalendar(marketOf(instrumentId), alwaysOpen)
  const [from, until] = [calendar.beginOf(daysOf(date)), calendar.beginOf(daysOf(date) + 1)]
  const series = market.bars(
    { instrumentId, interval: '1m', until: until - 1, limit: MAX_BARS_OF_A_DAY, hours: 'extended', adjust: 'none' },
    until,
  )
  return { from, until, bars: (series?.bars ?? []).filter((bar) => bar.at >= from) }
}

const marketOf = (instrumentId: string): MarketName => marketNames.find((name) => instrumentId.startsWith(`${name}:`)) ?? 'US'

const placeOf = (market: string, date: CalendarDate): string => `${market} ${date}`
