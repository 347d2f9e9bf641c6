import type { FutureTerms } from '@rueda/contract/futures.ts'
import { daysOf } from '@rueda/exchange/calendars/civil.ts'
import { openInterestOf, peakInterestOf } from '@rueda/exchange/catalogue/open-interest.ts'
import type { Quote } from '@rueda/exchange/venue.ts'
import { SCALE, divide, formatScaled } from '@rueda/rules/decimal.ts'
import type { FutureMargin } from '@rueda/rules/instruments/contract.ts'
import { type Instrument, tickAt } from '@rueda/rules/instruments/instrument.ts'
import { formatPrice } from '@rueda/rules/instruments/terms.ts'
import { formatMinor, minorDigits } from '@rueda/rules/money.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { type Month, businessDays, monthsByRoot, tradingDayBefore, tradingDaysLeft } from '../../venue/contract-months.ts'
import { settlementPriceAt } from '../../venue/settlement-price.ts'
import { NOTHING_OPEN, type OpenContracts, openContracts } from './open-contracts.ts'

/** The terms of a contract month (`docs/rules/quotes.md` A.2), on its own page and in the lists of its family. */
type Sources = Pick<App, 'venue' | 'settings'>

/** The prices and sizes of its best orders are those of its quote, under the names that futures have for them. */
type Shown = Readonly<Record<'bid' | 'ask' | 'bidVolume' | 'askVolume', string | null>>

/** Terms of one contract; null for any other instrument. */
export async function futureTermsOf(
  app: Sources & Pick<App, 'pool' | 'clock'>,
  instrument: Instrument,
  shown: Shown,
): Promise<FutureTerms | null> {
  if (instrument.contract?.kind !== 'future') return null
  const month = [...monthsByRoot(app.venue).values()].flat().find((each) => each.instrument === instrument)
  const quote = app.venue.quote(instrument.id)
  if (month === undefined || quote === null) return null
  const open = await openContracts(app.pool, { instrumentIds: [instrument.id], session: app.venue.session('FUT') })
  return presentTerms(app, month, { quote, shown, open: open.get(instrument.id), now: app.clock.now() })
}

type Facts = Readonly<{ quote: Quote; shown: Shown; open: OpenContracts | undefined; now: Instant }>

export async function presentTerms(app: Sources, month: Month, { quote, shown, open, now }: Facts): Promise<FutureTerms> {
  const { instrument, contract, root, isFront } = month
  const settled = await settlementPriceAt(
    app.venue,
    { ...instrument, contract },
    latestSettlement(app, month, { tradeDate: quote.tradeDate, now }),
  )
  return {
    root: root.root,
    category: root.category,
    Bid: shown.bid,
    Ask: shown.ask,
    BidVolume: shown.bidVolume,
    AskVolume: shown.askVolume,
    ...interestOf(app, month, open),
    ...lastTradeOf(month),
    daysLeft: tradingDaysLeft(app.settings, app.venue.session('FUT').tradeDate, contract.lastTradeDate),
    multiplier: formatScaled(contract.multiplier),
    tickSize: formatScaled(tickAt(instrument, quote.last)),
    initialMargin: marginText(month, quote.last, 'initial'),
    maintMargin: marginText(month, quote.last, 'maintenance'),
    settlePrice: settled === null ? null : formatPrice(instrument, settled),
    underlying: contract.underlying,
    frontMonth: isFront ? 1 : 0,
  }
}

/**
 * Everybody's open contracts: those of the others at the end of the trading day before and those of our customers now, and the change
 * against the same figure at the end of the trading day before.
 */
export function interestOf(
  { venue, settings }: Sources,
  { instrument, root }: Month,
  open: OpenContracts = NOTHING_OPEN,
): Pick<FutureTerms, 'Ol' | 'OlChg'> {
  const ofOthersOn = (date: CalendarDate): number => openInterestOf(instrument, date, peakInterestOf(root.root), businessDays)
  const yesterday = tradingDayBefore(settings, venue.session('FUT').tradeDate)
  const now = ofOthersOn(yesterday) + open.now
  return { Ol: now, OlChg: now - (ofOthersOn(tradingDayBefore(settings, yesterday)) + open.before) }
}

/** When a contract ends, in every answer alike. */
export const lastTradeOf = (month: Month): Pick<FutureTerms, 'LTD' | 'lastTradeDate'> => ({
  LTD: dayFirst(month.contract.lastTradeDate),
  lastTradeDate: settlementOn(month, month.contract.lastTradeDate),
})

const settlementOn = ({ root }: Month, date: CalendarDate): number => root.settles.zone.instantOf(daysOf(date), root.settles.minutes)

/** Today's, once it has been taken; until then that of the trading day before. */
function latestSettlement(
  { settings }: Sources,
  month: Month,
  { tradeDate, now }: Readonly<{ tradeDate: CalendarDate; now: Instant }>,
): Instant {
  const today = settlementOn(month, tradeDate)
  return today <= now ? today : settlementOn(month, tradingDayBefore(settings, tradeDate))
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
