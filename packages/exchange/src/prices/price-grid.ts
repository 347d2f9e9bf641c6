import type { Instrument } from '@rueda/rules/instruments/instrument.ts'

/**
 * Within the price model a price is a whole number of the finest step that its instrument moves in: small enough for
 * plain numbers, and always on the grid. It becomes an exact big integer where it leaves the model.
 */
export type PriceUnits = number

const SCALE = 100_000_000

export class PriceGrid {
  /** One unit, in units of 10^-8 of the currency, and how many of them make one. */
  readonly unit: bigint
  readonly perOne: number
  /** The lowest price there is; futures may trade below zero and have none. */
  readonly least: PriceUnits
  readonly #from: readonly number[]
  readonly #ticks: readonly number[]

  constructor({ ticks, contract }: Pick<Instrument, 'ticks' | 'contract'>) {
    const unit = ticks.map(({ tick }) => tick).reduce(greatestCommonDivisor)
    this.unit = unit
    this.perOne = SCALE / Number(unit)
    this.#from = ticks.map(({ from }) => Number(from / unit))
    this.#ticks = ticks.map(({ tick }) => Number(tick / unit))
    this.least = contract?.kind === 'future' ? Number.NEGATIVE_INFINITY : (this.#ticks[0] as number)
  }

  /** The step of prices at a price. */
  tickAt(price: PriceUnits): number {
    let tick = this.#ticks[0] as number
    for (let band = 1; band < this.#from.length && price >= (this.#from[band] as number); band += 1) tick = this.#ticks[band] as number
    return tick
  }

  /** A price rounded to its tick; never decreasing in its argument, so that highs stay highs. */
  toTick(price: number): PriceUnits {
    const units = price * this.perOne
    for (let band = this.#from.length - 1; band > 0; band -= 1) {
      const from = this.#from[band] as number
      // A price that rounds up to a band's beginning in the steps below it belongs to the band.
      if (units < from - (this.#ticks[band - 1] as number) / 2) continue
      const tick = this.#ticks[band] as number
      return Math.max(from, Math.round(units / tick) * tick)
    }
    const tick = this.#ticks[0] as number
    return Math.max(this.least, Math.round(units / tick) * tick)
  }

  stepUp(price: PriceUnits): PriceUnits {
    return price + this.tickAt(price)
  }

  /** The price below, which at the beginning of a band is one of the finer steps under it. */
  stepDown(price: PriceUnits): PriceUnits {
    return price - this.tickAt(price - 1)
  }

  /** As it leaves the model, in units of 10^-8. */
  toPrice(price: PriceUnits): bigint {
    return BigInt(price) * this.unit
  }

  /** In the currency, as a plain number. */
  valueOf(price: PriceUnits): number {
    return price / this.perOne
  }
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b)
}
