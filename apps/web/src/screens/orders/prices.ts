import { absolute, formatDecimal, formatScaled, parseScaled, percentText, SCALE_DECIMALS } from '@rueda/rules/decimal.ts'
import type { OrderType } from '@rueda/rules/orders/order.ts'
import { tickAt } from '@rueda/rules/instruments/instrument.ts'

/**
 * Prices of a ticket: the limit moves by ticks, and a review that was open while the market moved more than half a
 * percent may not be confirmed before the price has been read again.
 */

/** 0.50 % in hundredths of a percent. */
export const MAX_MOVE = 50n
const BASIS = 10_000n

/** True when the price has moved more than 0.50 % since the review opened. */
export function hasMoved(opened: string, now: string): boolean {
  const before = parseScaled(opened)
  const after = parseScaled(now)
  if (before === null || after === null || before <= 0n) return false
  return absolute(after - before) * BASIS > before * MAX_MOVE
}

/** How far a price lies from the market's, in percent of that with two decimals: "-12.50" is below it. Null where either is none. */
export function distanceFrom(market: string, price: string): string | null {
  const [from, to] = [parseScaled(market), parseScaled(price)]
  return from === null || to === null || from <= 0n ? null : percentText(to - from, from)
}

/** Price steps by price, lowest first, as the server sends them. */
export type Ticks = readonly Readonly<{ from: string; tick: string }>[]

/** The step at a price; of nothing typed the lowest. */
export function tickFor(ticks: Ticks, price: string): string {
  const instrument = { ticks: ticks.map(({ from, tick }) => ({ from: parseScaled(from) ?? 0n, tick: parseScaled(tick) ?? 0n })) }
  const [first, ...rest] = instrument.ticks
  return first === undefined ? '0' : formatScaled(tickAt({ ticks: [first, ...rest] }, parseScaled(price) ?? 0n))
}

/** One tick up or down, on the tick's own grid and never below one tick. */
export function stepPrice(price: string, tick: string, by: 1 | -1): string {
  const step = parseScaled(tick)
  const from = parseScaled(price) ?? 0n
  if (step === null || step <= 0n) return price
  const onGrid = from - (from % step)
  const moved = by === -1 && onGrid !== from ? onGrid : onGrid + BigInt(by) * step
  return formatOnTick(moved < step ? step : moved, tick)
}

/** True for a multiple of the tick. */
export function isOnTick(price: string, tick: string): boolean {
  const value = parseScaled(price)
  const step = parseScaled(tick)
  return value !== null && (step === null || step <= 0n || value % step === 0n)
}

/** Decimals a tick needs: "0.01" needs two. */
export const decimalsOfTick = (tick: string): number => (formatScaled(parseScaled(tick) ?? 0n).split('.')[1] ?? '').length

const formatOnTick = (value: bigint, tick: string): string => {
  const decimals = decimalsOfTick(tick)
  const text = formatDecimal(value, SCALE_DECIMALS)
  return decimals === 0 ? text.slice(0, -SCALE_DECIMALS - 1) : text.slice(0, text.length - SCALE_DECIMALS + decimals)
}

/** Null where there is no limit on that side. */
export type Bands = Readonly<{ up: string | null; down: string | null }>

export function isInsideBands(price: string, bands: Bands | null): boolean {
  const value = parseScaled(price)
  if (bands === null || value === null) return true
  const [up, down] = [parseScaled(bands.up ?? ''), parseScaled(bands.down ?? '')]
  return value >= (down ?? value) && value <= (up ?? value)
}

/** True for a limit order that is estimated at its limit: what it comes to is no estimate then, but the most or the least that it can be. */
export const isAtLimit = (type: OrderType, price: string | null, estPrice: string): boolean =>
  type === 'limit' && price !== null && parseScaled(price) === parseScaled(estPrice)
