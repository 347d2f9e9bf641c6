import { zoneOf } from '@rueda/exchange/calendars/calendars.ts'
import type { Rename } from '@rueda/rules/corporate/action.ts'
import { codeOn, formerCodesOn, idOfFirstCode, writtenCodeOn } from '@rueda/rules/instruments/codes.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'

/**
 * The instruments under the codes they are shown under today (`docs/decisions/0035-an-id-keeps-the-first-code.md`). The market lists them
 * under their first codes for ever and says which have changed; this is the one place that puts the two together, and the one that finds
 * an instrument by a code.
 */
export class CodeBook {
  /** By id, each with its code of today. */
  readonly instruments = new Map<string, Instrument>()
  readonly #firstCodes = new Map<string, string>()
  readonly #changes = new Map<string, readonly Rename[]>()
  readonly #today = new Map<MarketName, CalendarDate>()
  /** By market and code; of two that had a code, the one that has it. */
  #byCode: ReadonlyMap<string, Instrument> | null = null

  list(instrument: Instrument): void {
    this.#firstCodes.set(instrument.id, instrument.code)
    this.instruments.set(instrument.id, instrument)
    this.#show(instrument.id)
    this.#byCode = null
  }

  /** What the market says as a trade date begins: every change of a code up to it, oldest first. */
  hear(market: MarketName, tradeDate: CalendarDate, renames: readonly Rename[]): void {
    this.#today.set(market, tradeDate)
    for (const [id, changes] of Map.groupBy(renames, ({ instrumentId }) => instrumentId)) {
      this.#changes.set(id, changes)
      this.#show(id)
    }
    this.#byCode = null
  }

  /** By the code of today, or by one given up within the last year. */
  find(market: MarketName, code: string): Instrument | null {
    this.#byCode ??= this.#indexed()
    return this.#byCode.get(idOfFirstCode(market, code)) ?? null
  }

  /** The same as an id. A code given up long ago is a first code too, and as part of an id must not find its instrument again. */
  idOf(market: MarketName, code: string): string {
    const key = idOfFirstCode(market, code)
    return this.find(market, code)?.id ?? (this.instruments.has(key) ? `${key}:${GIVEN_UP}` : key)
  }

  /** The codes it had within the last year, newest first. */
  formerCodes(instrumentId: string): readonly string[] {
    const changes = this.#changes.get(instrumentId)
    const market = this.instruments.get(instrumentId)?.market
    const today = market === undefined ? undefined : this.#today.get(market)
    if (changes === undefined || today === undefined) return NONE
    return formerCodesOn(this.#firstCodeOf(instrumentId), changes, today)
  }

  /** The code as papers name it that are of a moment: the one it had then, and both on the day of a change. */
  writtenCode(instrumentId: string, at: Instant): string {
    const market = this.instruments.get(instrumentId)?.market
    const firstCode = this.#firstCodeOf(instrumentId)
    if (market === undefined) return firstCode
    return writtenCodeOn(firstCode, this.#changes.get(instrumentId) ?? [], zoneOf(market).dateAt(at))
  }

  #indexed(): ReadonlyMap<string, Instrument> {
    const all = [...this.instruments.values()]
    const former = all.flatMap((one) => this.formerCodes(one.id).map((code) => [idOfFirstCode(one.market, code), one] as const))
    return new Map([...former, ...all.map((one) => [idOfFirstCode(one.market, one.code), one] as const)])
  }

  #show(instrumentId: string): void {
    const instrument = this.instruments.get(instrumentId)
    const today = instrument === undefined ? undefined : this.#today.get(instrument.market)
    if (instrument === undefined || today === undefined) return
    const code = codeOn(this.#firstCodeOf(instrumentId), this.#changes.get(instrumentId) ?? [], today)
    if (code !== instrument.code) this.instruments.set(instrumentId, { ...instrument, code })
  }

  /** A delisted instrument is still known by its first code. */
  #firstCodeOf = (instrumentId: string): string => this.#firstCodes.get(instrumentId) ?? instrumentId.slice(instrumentId.indexOf(':') + 1)
}

const GIVEN_UP = 'given-up'
const NONE: readonly string[] = []
