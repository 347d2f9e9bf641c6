import type { CloseOnly } from '@rueda/rules/instruments/close-only.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'

/**
 * A scenario lays events over the simulated market: for tests and demonstrations, part of a fresh database's start and
 * of the market's published promise, and out of reach of anybody while it runs (`docs/rules/matching.md` C.5,
 * `docs/rules/price-model.md` O.14).
 */
export type Scenario = Readonly<{ name: string; events: readonly ScenarioEvent[] }>

/** One instrument by its id, or everything of a market and the indices that follow it. */
export type ScenarioTarget = Readonly<{ instrumentId: string } | { market: MarketName }>

export type ScenarioEvent = Readonly<{ target: ScenarioTarget; from: Instant }> &
  (
    | Readonly<{
        /** The price moves by this share of itself over these minutes, and stays: −0.12 falls by twelve percent. */
        kind: 'move'
        size: number
        minutes: number
      }>
    | Readonly<{
        /** The price stands this share above its last close, and nobody offers. */
        kind: 'limitUp'
        size: number
        until: Instant
      }>
    | Readonly<{ kind: 'halt'; until: Instant }>
    /** The feed is silent: no quotes arrive, and nothing executes. */
    | Readonly<{ kind: 'stale'; until: Instant }>
    /** Nothing new may be taken on. */
    | Readonly<{ kind: 'closeOnly'; until: Instant; reason: CloseOnly['reason'] }>
  )

export type EventOf<Kind extends ScenarioEvent['kind']> = Extract<ScenarioEvent, { kind: Kind }>

export class ScenarioEvents {
  readonly #scenario: Scenario
  readonly #marketOf: (instrument: Instrument) => MarketName
  readonly #byInstrument = new Map<string, readonly ScenarioEvent[]>()

  /** `marketOf` says which market an instrument moves with: its own, or the one that an index is made from. */
  constructor(scenario: Scenario, marketOf: (instrument: Instrument) => MarketName) {
    this.#scenario = scenario
    this.#marketOf = marketOf
  }

  of(instrument: Instrument): readonly ScenarioEvent[] {
    const known = this.#byInstrument.get(instrument.id)
    if (known !== undefined) return known
    const events = this.#scenario.events.filter(({ target }) =>
      'market' in target ? target.market === this.#marketOf(instrument) : target.instrumentId === instrument.id,
    )
    this.#byInstrument.set(instrument.id, events)
    return events
  }
}

/** By how much all moves together have multiplied the price in the minute of a moment; 1 before the first. */
export function factorAt(events: readonly ScenarioEvent[], moment: Instant): number {
  const minute = Math.floor(moment / MINUTE_MS) * MINUTE_MS
  let factor = 1
  for (const event of events) {
    if (event.kind !== 'move' || minute < event.from) continue
    const share = event.minutes === 0 ? 1 : Math.min(1, (minute - event.from + MINUTE_MS) / (event.minutes * MINUTE_MS))
    factor *= 1 + event.size * share
  }
  return factor
}

/** True when the factor, or a price that stands at its limit, changes anything in [from, to). */
export const isChanged = (events: readonly ScenarioEvent[], from: Instant, to: Instant): boolean =>
  events.some((event) => {
    if (event.kind === 'move') return event.from < to && event.from + event.minutes * MINUTE_MS >= from
    return event.kind === 'limitUp' && event.from < to && event.until > from
  })

export const running = <Kind extends 'limitUp' | 'halt' | 'stale' | 'closeOnly'>(
  events: readonly ScenarioEvent[],
  kind: Kind,
  now: Instant,
): EventOf<Kind> | null => {
  const found = events.find((event) => event.kind === kind && now >= event.from && 'until' in event && now < event.until)
  return (found ?? null) as EventOf<Kind> | null
}

/** The halts of an instrument, oldest first. */
export const haltsOf = (events: ScenarioEvents, instrument: Instrument): readonly Readonly<{ from: Instant; until: Instant }>[] =>
  events.of(instrument).filter((event) => event.kind === 'halt')
