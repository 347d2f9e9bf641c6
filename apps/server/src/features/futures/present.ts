import type { FutureQuote } from '@rueda/contract/futures.ts'
import { addDays, daysOf } from '@rueda/exchange/calendars/civil.ts'
import { openInterestOf, peakInterestOf } from '@rueda/exchange/catalogue/open-interest.ts'
import { SCALE, divide, formatScaled } from '@rueda/rules/decimal.ts'
import type { FutureMargin } from '@rueda/rules/instruments/contract.ts'
import { tickAt } from '@rueda/rules/instruments/instrument.ts'
import { formatPrice } from '@rueda/rules/instruments/terms.ts'
import { formatMinor, minorDigits } from '@rueda/rules/money.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { type Month, businessDays, tradingDaysLeft } from '../../venue/contract-months.ts'
import { settlementPriceAt } from '../../venue/settlement-price.ts'
import { quoteOf } from '../quotes/quotes-of.ts'

/** A contract month as lists show it: its quote with what makes it a future (`domain.md` A.2). */
export async function presentFuture(
  app: Pick<App, 'venue' | 'settings'>,
  month: Month,
  { watched, held, now }: Readonly<{ watched: ReadonlySet<string>; held: ReadonlyMap<string, number>; now: number }>,
): Promise<FutureQuote[]> {
  const { instrument, contract, root, isFront } = month
  const presented = quoteOf(app, instrument.id, { watched: watched.has(instrument.id) })
  const quote = app.venue.quote(instrument.id)
  if (presented === null || quote === null) return []
  const settled = await settlementPriceAt(app.venue, { ...instrument, contract }, latestSettlement(month, quote.tradeDate, now))
  const [open, before] = interests(month, quote.tradeDate)
  return [
    {
      ...presented,
      root: root.root,
      category: root.category,
      Bid: presented.bid,
      Ask: presented.ask,
      BidVolume: presented.bidVolume,
      AskVolume: presented.askVolume,
      Ol: open + (held.get(instrument.id) ?? 0),
      OlChg: open - before,
      LTD: dayFirst(contract.lastTradeDate),
      lastTradeDate: settlementOn(month, contract.lastTradeDate),
      daysLeft: tradingDaysLeft(app.settings, app.venue.session('FUT').tradeDate, contract.lastTradeDate),
      multiplier: formatScaled(contract.multiplier),
      tickSize: formatScaled(tickAt(instrument, quote.last)),
      initialMargin: marginText(month, quote.last, 'initial'),
      maintMargin: marginText(month, quote.last, 'maintenance'),
      settlePrice: settled === null ? null : formatPrice(instrument, settled),
      underlying: contract.underlying,
      frontMonth: isFront ? 1 : 0,
    },
  ]
}

/** Of everybody but our customers, at the end of the last day and of the one before it. */
export function interests({ instrument, root }: Month, tradeDate: CalendarDate): readonly [number, number] {
  const on = (date: CalendarDate): number => openInterestOf(instrument, date, peakInterestOf(root.root), businessDays)
  return [on(addDays(tradeDate, -1)), on(addDays(tradeDate, -2))]
}

const settlementOn = ({ root }: Month, date: CalendarDate): number => root.settles.zone.instantOf(daysOf(date), root.settles.minutes)

/** Today's, once it has been taken; until then that of the day before. */
function latestSettlement(month: Month, tradeDate: CalendarDate, now: number): number {
  const today = settlementOn(month, tradeDate)
  return today <= now ? today : settlementOn(month, addDays(tradeDate, -1))
}

/** Of one contract, in its currency. */
function marginText({ contract, instrument }: Month, price: bigint, part: keyof Omit<FutureMargin, 'kind'>): string {
  const { margin, multiplier } = contract
  if (margin.kind === 'fixed') return formatMinor(margin[part], instrument.currency)
  const value = divide(price * multiplier * 10n ** BigInt(minorDigits[instrument.currency]), SCALE * SCALE, 'HALF_UP')
  return formatMinor(divide(value * margin[part], SCALE, 'CEIL'), instrument.currency)
}

/** "18-09-2026". */
const dayFirst = (date: CalendarDate): string => date.split('-').toReversed().join('-')
