import { addDays, daysOf } from '@rueda/exchange/calendars/civil.ts'
import { createFuturesCalendar } from '@rueda/exchange/calendars/futures-calendar.ts'
import { type FutureRoot, businessDaysTo, frontMonth, futureRoots, rootOf } from '@rueda/exchange/catalogue/futures.ts'
import type { FutureContract } from '@rueda/rules/instruments/contract.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'
import type { Settings } from '../config.ts'
import type { VenueClient } from './client.ts'

/** A contract month that can be traded now. */
export type Month = Readonly<{ instrument: Instrument; contract: FutureContract; root: FutureRoot; isFront: boolean }>

const { hoursOf } = createFuturesCalendar()
/** Business days are those of the futures' real calendar, also where the simulated market never closes. */
export const businessDays = { isTrading: (day: number): boolean => hoursOf(day) !== null }

/** Trading days after a date until a contract's last one, by the calendar of the market that runs; none on the last day. */
export const tradingDaysLeft = (settings: HoursSettings, from: CalendarDate, lastTradeDate: CalendarDate): number =>
  businessDaysTo(from, lastTradeDate, tradingDaysOf(settings))

/** The trading day before a date, by the same calendar. */
export function tradingDayBefore(settings: HoursSettings, date: CalendarDate): CalendarDate {
  const { isTrading } = tradingDaysOf(settings)
  let before = addDays(date, -1)
  while (!isTrading(daysOf(before))) before = addDays(before, -1)
  return before
}

const tradingDaysOf = ({ MARKET, SIM_ALWAYS_OPEN }: HoursSettings) => (MARKET.kind === 'sim' && SIM_ALWAYS_OPEN ? everyDay : businessDays)

type HoursSettings = Pick<Settings, 'MARKET' | 'SIM_ALWAYS_OPEN'>
const everyDay = { isTrading: (): boolean => true }

/** By family, nearest month first; only what has a price is listed. */
export function monthsByRoot(venue: Pick<VenueClient, 'instruments' | 'quote' | 'session'>): ReadonlyMap<string, readonly Month[]> {
  const listed = [...venue.instruments.values()].filter(
    ({ market, id }) => marketFacts[market].lists === 'contracts' && venue.quote(id) !== null,
  )
  if (listed.length === 0) return new Map()
  const { tradeDate } = venue.session('FUT')
  const groups = Map.groupBy(listed, (instrument) => rootOf(instrument)?.root ?? '')
  // Families stand in the catalogue's order.
  return new Map(
    futureRoots.flatMap(({ root }) => {
      const instruments = groups.get(root)
      if (instruments === undefined) return []
      const current = instruments.filter((instrument) => lastDayOf(instrument) >= tradeDate).toSorted(byLastDay)
      const front = frontMonth(current, tradeDate, businessDays)
      return [[root, current.flatMap((instrument) => monthOf(instrument, instrument === front))] as const]
    }),
  )
}

function monthOf(instrument: Instrument, isFront: boolean): Month[] {
  const root = rootOf(instrument)
  const { contract } = instrument
  return root === null || contract?.kind !== 'future' ? [] : [{ instrument, contract, root, isFront }]
}

const lastDayOf = ({ contract }: Instrument): string => (contract?.kind === 'future' ? contract.lastTradeDate : '')
const byLastDay = (a: Instrument, b: Instrument): number => (lastDayOf(a) < lastDayOf(b) ? -1 : 1)

/** The months that stand for their families where one of each is enough. */
export const frontMonths = (venue: Parameters<typeof monthsByRoot>[0]): ReadonlySet<string> =>
  new Set([...monthsByRoot(venue).values()].flat().flatMap(({ instrument, isFront }) => (isFront ? [instrument.id] : [])))
