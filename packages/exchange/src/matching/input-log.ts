import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { ClosedDay } from '@rueda/rules/markets/closed-day.ts'
import { type TradingHalt, haltsOn } from '@rueda/rules/markets/trading-halt.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { NewListing } from '../catalogue/new-companies.ts'
import type { InputAct, VenueInput } from '../inputs.ts'

type Of = Readonly<{ instrument: Instrument; tradeDate: CalendarDate; at: Instant }>

/** Writes down what reaches the engines of each instrument, and before the first of it what they began with. */
export class InputLog {
  #inputs: VenueInput[] = []
  #halts: readonly TradingHalt[] = []
  #closed: readonly ClosedDay[] = []
  #listed: readonly NewListing[] = []
  /** Instruments whose engines have begun, with the date of their books. */
  readonly #begun = new Map<string, Readonly<{ instrument: Instrument; tradeDate: CalendarDate }>>()

  take(): readonly VenueInput[] {
    const inputs = this.#inputs
    this.#inputs = []
    return inputs
  }

  add({ instrument, tradeDate, at }: Of, act: InputAct): void {
    if (this.#begun.get(instrument.id)?.tradeDate !== tradeDate) {
      this.#begun.set(instrument.id, { instrument, tradeDate })
      const halts = haltsOn(this.#halts, instrument)
      this.#say({ instrument, tradeDate, at }, { kind: 'begin', halts, closed: this.#closed, listed: this.#listed })
    }
    this.#say({ instrument, tradeDate, at }, act)
  }

  /** Notes the standing halts, and returns what has other ones than before. */
  setHalts(standing: readonly TradingHalt[], at: Instant): readonly Instrument[] {
    const before = this.#halts
    this.#halts = standing
    const concerned = [...this.#begun.values()].filter(
      ({ instrument }) => !isSame(haltsOn(before, instrument), haltsOn(standing, instrument)),
    )
    for (const begun of concerned) this.#say({ ...begun, at }, { kind: 'halts', halts: haltsOn(standing, begun.instrument) })
    return concerned.map(({ instrument }) => instrument)
  }

  /** Notes the closed days; every book hears of them. */
  closeDays(closed: readonly ClosedDay[], at: Instant): void {
    this.#closed = closed
    for (const begun of this.#begun.values()) this.#say({ ...begun, at }, { kind: 'closings', closed })
  }

  list(listings: readonly NewListing[]): void {
    const known = new Set(this.#listed.map(({ number }) => number))
    this.#listed = [...this.#listed, ...listings.filter(({ number }) => !known.has(number))]
  }

  /** A market begins a new day: what comes next of its instruments begins a chain, of those too that have no books but blocks. */
  endDay(market: MarketName): void {
    for (const [id, { instrument }] of this.#begun) if (instrument.market === market) this.#begun.delete(id)
  }

  #say({ instrument, tradeDate, at }: Of, act: InputAct): void {
    this.#inputs.push({ instrumentId: instrument.id, tradeDate, at, ...act })
  }
}

const isSame = (before: readonly TradingHalt[], after: readonly TradingHalt[]): boolean =>
  before.length === after.length && before.every((halt, at) => halt.stopId === after[at]?.stopId && halt.from === after[at].from)
