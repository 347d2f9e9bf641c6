import type { Instrument } from '@rueda/rules/instruments/instrument.ts'

/** The instruments of a market by their ids. A market's list only grows: what is listed later is found when it is asked for. */
export class InstrumentTable {
  readonly #market: Readonly<{ instruments: readonly Instrument[] }>
  readonly #byId = new Map<string, Instrument>()
  #known = 0

  constructor(market: Readonly<{ instruments: readonly Instrument[] }>) {
    this.#market = market
  }

  get(instrumentId: string): Instrument | undefined {
    const { instruments } = this.#market
    for (; this.#known < instruments.length; this.#known += 1) {
      const instrument = instruments[this.#known] as Instrument
      this.#byId.set(instrument.id, instrument)
    }
    return this.#byId.get(instrumentId)
  }
}
