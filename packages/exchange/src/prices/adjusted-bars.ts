import type { Bar, BarRequest } from '../venue.ts'
import type { Series } from './history.ts'
import { toPrice, toQuantity } from './price-units.ts'
import type { UnitBar } from './tape.ts'

/**
 * Bars of earlier days as they look from a later one: in that day's shares, and on request without the dividends
 * since then. Seen from its own day, a bar is what was traded.
 */
export type Scale = Readonly<{ price: number; shares: number }>

/** Null where nothing changed between the two days, or nothing is to be adjusted. */
export function scaleOf(series: Series, ordinal: number, seenFrom: number, adjust: BarRequest['adjust']): Scale | null {
  if (adjust === 'none' || ordinal === seenFrom) return null
  const { days } = series
  const split = days.shareFactor(seenFrom) / days.shareFactor(ordinal)
  const price = adjust === 'total' ? (split * days.dividendFactor(seenFrom)) / days.dividendFactor(ordinal) : split
  return price === 1 ? null : { price, shares: 1 / split }
}

export const scaledUnits = (bar: UnitBar, { price, shares }: Scale): UnitBar => ({
  open: Math.round(bar.open * price),
  high: Math.round(bar.high * price),
  low: Math.round(bar.low * price),
  close: Math.round(bar.close * price),
  volume: Math.round(bar.volume * shares),
})

/** Scales prices and volume; the turnover stays what was paid. */
export const scaledBar = (bar: Bar, scale: Scale): Bar => ({
  ...bar,
  open: scaledPrice(bar.open, scale),
  high: scaledPrice(bar.high, scale),
  low: scaledPrice(bar.low, scale),
  close: scaledPrice(bar.close, scale),
  volume: toQuantity(Math.round((Number(bar.volume) / QUANTITY_SCALE) * scale.shares)),
})

/** To a ten-thousandth, as prices are kept in the model. */
export const scaledPrice = (price: bigint, scale: Scale): bigint => toPrice(Math.round((Number(price) / PRICE_SCALE) * scale.price))

const PRICE_SCALE = 10_000
const QUANTITY_SCALE = 100_000_000
