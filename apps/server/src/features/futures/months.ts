import { createFuturesCalendar } from '@rueda/exchange/calendars/futures-calendar.ts'
import { type FutureRoot, frontMonth, futureRoots, rootOf } from '@rueda/exchange/catalogue/futures.ts'
import type { FutureContract } from '@rueda/rules/instruments/contract.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { VenueClient } from '../../venue/client.ts'

/** A contract month that can be traded now. */
export type Month = Readonly<{ instrument: Instrument; contract: FutureContract; root: FutureRoot; isFront: boolean }>

const { hoursOf } = createFuturesCalendar()
/** Business days are those of the futures' real calendar, also where the simulated market never closes. */
export const businessDays = { isTrading: (day: number): boolean => hoursOf(day) !== null }

/** By family, nearest month first; only what has a price is listed. */
export function monthsByRoot(venue: Pick<VenueClient, 'instruments' | 'quote' | 'session'>): ReadonlyMap<string, readonly Month[]> {
  const listed = [...venue.instruments.values()].filter(({ market, id }) => market === 'FUT' && venue.quote(id) !== null)
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
