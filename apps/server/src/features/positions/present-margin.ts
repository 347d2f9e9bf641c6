import { directionOfSide, sourceOfMarket } from '@rueda/contract/codes.ts'
import type { Position as PositionRow } from '@rueda/contract/positions.ts'
import { formatScaled, percentText } from '@rueda/rules/decimal.ts'
import { decimalsAt } from '@rueda/rules/instruments/instrument.ts'
import { formatPrice } from '@rueda/rules/instruments/terms.ts'
import type { DollarRate } from '@rueda/rules/margin/dollar-rate.ts'
import { liquidationPrice } from '@rueda/rules/margin/liquidation-price.ts'
import { type MarginPosition, availableQuantityOf, meanPrice } from '@rueda/rules/margin/position.ts'
import { type MarginInstrument, isOnMargin, markOf, marketValueAt, valueMargin } from '@rueda/rules/margin/valuation.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { STALE_AFTER_MS } from '@rueda/rules/markets/stale.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { VenueClient } from '../../venue/client.ts'
import { dollarRateOf } from '../../venue/dollar-rate.ts'
import type { MarginDay } from './margin-day.ts'

/** The only place where a position on margin becomes JSON. Its amounts are dollars whatever its prices are in. */
type Context = Readonly<{ venue: VenueClient; now: Instant; marginDay: MarginDay }>

export function presentMarginPosition({ venue, now, marginDay }: Context, position: MarginPosition): PositionRow {
  const instrument = venue.instruments.get(position.instrumentId)
  if (instrument === undefined || !isOnMargin(instrument))
    throw new Error(`position in an instrument the venue does not know: ${position.instrumentId}`)
  const dollars = (cents: bigint): string => formatMinor(cents, 'USD')
  const opened = meanPrice(position.openedValue, position.openedQuantity)
  const open = position.closedAt === null
  return {
    id: position.id,
    positionNum: position.number,
    name: instrument.name,
    stockCode: instrument.code,
    code: instrument.id,
    market: instrument.market,
    source: sourceOfMarket[instrument.market],
    direction: directionOfSide[position.side],
    action: open ? 0 : 1,
    quantity: formatScaled(position.quantity),
    availableQuantity: formatScaled(availableQuantityOf(position)),
    lockedQuantity: '0',
    avgPrice: formatMean(instrument, opened),
    costAmount: dollars(position.margin),
    ...valuation({ venue, now, marginDay }, instrument, position),
    sellProfit: dollars(position.realised),
    isolatedPosition: 1,
    leverage: position.leverage,
    margin: dollars(position.margin),
    maintMargin: dollars(position.requirement.maintenance),
    swap: dollars(position.swap),
    topUpLeft: position.topUpLeft === null ? null : dollars(position.topUpLeft),
    closeReason: position.closeReason,
    handlingFee: dollars(position.charges),
    currency: 'USD',
    decimals: decimalsAt(instrument, opened),
    localLogoUrl: `/logos/${instrument.market}/${instrument.code}.svg`,
    status: open ? 0 : 1,
    openPrice: formatMean(instrument, opened),
    closePrice: position.closedQuantity === 0n ? null : formatMean(instrument, meanPrice(position.closedValue, position.closedQuantity)),
    closedQuantity: formatScaled(position.closedQuantity),
    createTimeTimestamp: position.openedAt,
    modifyTimeTimestamp: position.changedAt,
    venue: venue.label,
  }
}

const formatMean = (instrument: MarginInstrument, price: bigint): string => formatScaled(price, decimalsAt(instrument, price))

type Valued = Pick<
  PositionRow,
  | 'currentPrice'
  | 'marketValue'
  | 'profit'
  | 'equity'
  | 'zdf'
  | 'todayProfit'
  | 'marketDateTimestamp'
  | 'stale'
  | 'marginRatio'
  | 'marginState'
  | 'liquidationPrice'
>
const unvalued: Valued = {
  currentPrice: null,
  marketValue: null,
  profit: null,
  equity: null,
  zdf: null,
  todayProfit: null,
  marketDateTimestamp: null,
  stale: 1,
  marginRatio: null,
  marginState: null,
  liquidationPrice: null,
}

function valuation({ venue, now, marginDay }: Context, instrument: MarginInstrument, position: MarginPosition): Valued {
  const quote = venue.quote(instrument.id)
  const rate = dollarRateOf(venue, instrument.currency)
  if (quote === null || rate === null || quote.last === 0n) return unvalued
  const mark = markOf(instrument, quote)
  const { profit, equity, ratio, state } = valueMargin(position, mark, instrument.contract, rate)
  const open = position.closedAt === null
  return {
    currentPrice: formatPrice(instrument, quote.last),
    marketValue: formatMinor(marketValueAt(position, mark, instrument.contract, rate), 'USD'),
    profit: formatMinor(profit, 'USD'),
    equity: open ? formatMinor(equity, 'USD') : null,
    zdf: position.margin === 0n ? null : percentText(profit, position.margin),
    todayProfit: formatToday(marginDay.get(position.id)?.result),
    marketDateTimestamp: quote.at,
    stale: quote.phase === 'OPEN' && now - venue.freshAt(instrument.id) > STALE_AFTER_MS ? 1 : 0,
    marginRatio: ratio === null || !open ? null : percentText(ratio),
    marginState: open ? state : null,
    liquidationPrice: shownLiquidation(position, instrument, rate),
  }
}

const formatToday = (cents: bigint | undefined): string | null => (cents === undefined ? null : formatMinor(cents, 'USD'))

function shownLiquidation(position: MarginPosition, instrument: MarginInstrument, rate: DollarRate): string | null {
  const price = liquidationPrice(position, instrument, rate)
  return price === null ? null : formatPrice(instrument, price)
}
