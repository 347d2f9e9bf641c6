import { sourceOfMarket } from '@rueda/contract/codes.ts'
import type { Position as PositionRow } from '@rueda/contract/positions.ts'
import { SCALE, divide, formatScaled, percentText } from '@rueda/rules/decimal.ts'
import { type Instrument, decimalsAt } from '@rueda/rules/instruments/instrument.ts'
import { formatPrice } from '@rueda/rules/instruments/terms.ts'
import { formatMinor, minorDigits } from '@rueda/rules/money.ts'
import { STALE_AFTER_MS } from '@rueda/rules/markets/stale.ts'
import { NOTHING_TRADED, dayResult } from '@rueda/rules/positions/day-result.ts'
import { type Position, averageCostOf, quantityOf, valueAt } from '@rueda/rules/positions/position.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { VenueClient } from '../../venue/client.ts'
import type { TradedToday } from './store.ts'

/** The only place where a position becomes JSON. Figures that need a price are null when none is known. */
type Context = Readonly<{ venue: VenueClient; now: Instant; traded: TradedToday }>

export function presentPosition({ venue, now, traded }: Context, position: Position): PositionRow {
  const instrument = venue.instruments.get(position.instrumentId)
  if (instrument === undefined) throw new Error(`position in an instrument the venue does not know: ${position.instrumentId}`)
  const { currency } = instrument
  const open = position.closedAt === null
  return {
    id: position.id,
    positionNum: position.number,
    name: instrument.name,
    stockCode: instrument.code,
    code: instrument.id,
    market: instrument.market,
    source: sourceOfMarket[instrument.market],
    direction: 0,
    action: open ? 0 : 1,
    quantity: formatScaled(quantityOf(position)),
    availableQuantity: formatScaled(position.free),
    lockedQuantity: formatScaled(position.locked),
    avgPrice: formatAverage(instrument, open ? averageCost(instrument, position) : mean(position.boughtValue, position.boughtQuantity)),
    costAmount: formatMinor(position.cost, currency),
    ...valuation(venue, instrument, position, now, traded),
    sellProfit: formatMinor(position.realised, currency),
    isolatedPosition: 0,
    leverage: 1,
    ...paidInFull,
    handlingFee: formatMinor(position.charges, currency),
    currency,
    decimals: decimalsAt(instrument, mean(position.boughtValue, position.boughtQuantity)),
    localLogoUrl: `/logos/${instrument.market}/${instrument.code}.svg`,
    status: open ? 0 : 1,
    openPrice: formatAverage(instrument, mean(position.boughtValue, position.boughtQuantity)),
    closePrice: position.soldQuantity === 0n ? null : formatAverage(instrument, mean(position.soldValue, position.soldQuantity)),
    closedQuantity: formatScaled(position.soldQuantity),
    createTimeTimestamp: position.openedAt,
    modifyTimeTimestamp: position.changedAt,
    venue: venue.label,
  }
}

/** Fields that only a position on margin has. */
const paidInFull = {
  margin: null,
  equity: null,
  maintMargin: null,
  marginRatio: null,
  marginState: null,
  liquidationPrice: null,
  swap: null,
  topUpLeft: null,
  closeReason: null,
} as const

type Valued = Pick<PositionRow, 'currentPrice' | 'marketValue' | 'profit' | 'zdf' | 'todayProfit' | 'marketDateTimestamp' | 'stale'>

function valuation(venue: VenueClient, instrument: Instrument, position: Position, now: Instant, traded: TradedToday): Valued {
  const quote = venue.quote(instrument.id)
  if (quote === null || quote.last === 0n) {
    return { currentPrice: null, marketValue: null, profit: null, zdf: null, todayProfit: null, marketDateTimestamp: null, stale: 1 }
  }
  const { currency } = instrument
  const { marketValue, profit, ratio } = valueAt(position, quote.last, currency)
  const today = dayResult({
    currency,
    quantity: quantityOf(position),
    price: quote.last,
    previousClose: quote.previousClose,
    traded: traded.get(instrument.id) ?? NOTHING_TRADED,
  })
  return {
    currentPrice: formatPrice(instrument, quote.last),
    marketValue: formatMinor(marketValue, currency),
    profit: formatMinor(profit, currency),
    zdf: ratio === null ? null : percentText(ratio),
    todayProfit: formatMinor(today, currency),
    marketDateTimestamp: quote.at,
    stale: quote.phase === 'OPEN' && now - venue.freshAt(instrument.id) > STALE_AFTER_MS ? 1 : 0,
  }
}

const averageCost = (instrument: Instrument, position: Position): bigint =>
  averageCostOf(position, 10n ** BigInt(minorDigits[instrument.currency]))
const mean = (value: bigint, quantity: bigint): bigint => (quantity === 0n ? 0n : divide(value * SCALE, quantity, 'HALF_UP'))
const formatAverage = (instrument: Instrument, price: bigint): string => formatScaled(price, decimalsAt(instrument, price))
