import { SCALE, greatest, least } from '@rueda/rules/decimal.ts'
import { type CalendarDate, DAY_MS, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Trade } from '../venue.ts'

/**
 * Executions of our customers in one instrument. The outside market knows nothing of them, so they are added to
 * the day's figures, the list of trades and the bars. All of them count as volume; prices are moved by trades that
 * customers have made with each other and by no others (`docs/rules/quotes.md` P.2).
 */
export type Tally = Readonly<{ volume: bigint; turnover: bigint; prices: PricesOfTrades | null }>
export type PricesOfTrades = Readonly<{ high: bigint; low: bigint; last: bigint; lastAt: Instant }>

/** The list of trades shows this many of ours at most. */
const RECENT_TRADES = 200
const REMEMBERED_MS = 40 * DAY_MS
const MINUTES_BETWEEN_CLEANINGS = 1_440

export class Activity {
  #recent: Trade[] = []
  #dayDate: CalendarDate = ''
  #day: Tally | null = null
  readonly #minutes = new Map<Instant, Tally>()

  record(trade: Trade, tradeDate: CalendarDate, movesPrice: boolean): void {
    this.#recent.push(trade)
    if (this.#recent.length > RECENT_TRADES * 2) this.#recent = this.#recent.slice(-RECENT_TRADES)
    this.#day = tally(tradeDate === this.#dayDate ? this.#day : null, trade, movesPrice)
    this.#dayDate = tradeDate
    const minute = trade.at - (trade.at % MINUTE_MS)
    const known = this.#minutes.get(minute)
    this.#minutes.set(minute, tally(known ?? null, trade, movesPrice))
    if (known === undefined && this.#minutes.size % MINUTES_BETWEEN_CLEANINGS === 0) this.#clean(trade.at)
  }

  get empty(): boolean {
    return this.#recent.length === 0
  }

  get last(): Trade | null {
    return this.#recent.at(-1) ?? null
  }

  /** Newest first. */
  newest(limit: number): readonly Trade[] {
    return this.#recent.slice(-Math.min(limit, RECENT_TRADES)).toReversed()
  }

  day(tradeDate: CalendarDate): Tally | null {
    return tradeDate === this.#dayDate ? this.#day : null
  }

  minute(start: Instant): Tally | null {
    return this.#minutes.get(start) ?? null
  }

  touches(from: Instant, to: Instant): boolean {
    for (const minute of this.#minutes.keys()) if (minute >= from && minute < to) return true
    return false
  }

  /** Minutes stand in the order of their time. */
  #clean(now: Instant): void {
    for (const minute of this.#minutes.keys()) {
      if (minute > now - REMEMBERED_MS) return
      this.#minutes.delete(minute)
    }
  }
}

function tally(before: Tally | null, trade: Trade, movesPrice: boolean): Tally {
  const prices = before?.prices ?? null
  return {
    volume: (before?.volume ?? 0n) + trade.quantity,
    turnover: (before?.turnover ?? 0n) + (trade.price * trade.quantity) / SCALE,
    prices: movesPrice ? withTrade(prices, trade) : prices,
  }
}

const withTrade = (before: PricesOfTrades | null, { price, at }: Trade): PricesOfTrades => ({
  high: greatest(before?.high ?? price, price),
  low: least(before?.low ?? price, price),
  last: price,
  lastAt: at,
})
