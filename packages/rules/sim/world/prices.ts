import { onGrid } from '../model/grid.ts'
import type { Listing } from './listings.ts'

/** The market of the simulation: waves that are the same for every customer. Prices in the unit of their listing. */
const WAVE = 0.04
const PERCENT = 100n

/** Shares swing, crude falls far below zero and comes back, and now and then a price gaps or is ten times as high. */
export function priceAt({ instrument, base }: Listing, number: number): bigint {
  if (instrument.contract === null) {
    const wave = 1 + Math.sin(number / 37 + base) * WAVE
    return onGrid(instrument.id, BigInt(Math.round(base * wave)) * PERCENT, 'down')
  }
  if (instrument.id.startsWith('FUT:SCL')) return BigInt(Math.round(base * Math.cos(number / 60) * 3))
  return BigInt(Math.round(base * (1 + Math.sin(number / 41) / 30) * gapAt(number)))
}

/** For a few steps one price in ten is lost, so that margins run short at once. */
const gapAt = (number: number): number => (number % 97 < 6 ? 0.9 : 1)

/** Ten-thousandths: a dollar in pesos and in Taiwan dollars, and a Taiwan dollar in pesos. */
const baseMids: Readonly<Record<string, number>> = { USDARS: 14_865_000, USDTWD: 318_500, TWDARS: 466_719 }
export const midAt = (pair: string, number: number): bigint => BigInt(Math.round((baseMids[pair] ?? 0) * (1 + Math.sin(number / 53) / 20)))

/** Ten-thousandths of a currency that a dollar is; null for dollars. */
export const dollarMidAt = (currency: string, number: number): bigint | null =>
  currency === 'USD' ? null : midAt(`USD${currency}`, number)

/** The price of a Bitcoin in whole dollars. */
export const bitcoinAt = (number: number): bigint => 40_000n + BigInt(number % 7) * 1_000n
