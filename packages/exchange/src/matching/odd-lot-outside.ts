import type { PriceRange } from '@rueda/rules/orders/match-price.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PriceSource, Quote } from '../venue.ts'
import { ConsumedDepth } from './consumed-depth.ts'
import { type AuctionEntry, outsideBook } from './opening-auction.ts'
import { DISPLAYED_LEVELS, quoteOf } from './outside-market.ts'
import type { Units } from './units.ts'

/**
 * The market outside our customers in an odd-lot book. Nobody buys less than a lot at a price that a lot does not have,
 * so it has the board's prices with a part of the board's size: the board's depth rests here too, and those who traded on the
 * board in the moments before a call take part in it. It follows from the board's outside at the moment of the call and from
 * nothing else, so that the same orders are filled in the same way again; a customer who moves the board moves nothing here.
 */
const SHARE_OF_BOARD = 0.25

type Resting = AuctionEntry & Readonly<{ open: null }>

export class OddLotOutside {
  readonly #source: PriceSource
  readonly #instrumentId: string
  readonly #units: Units
  readonly #consumed = new ConsumedDepth()

  constructor(source: PriceSource, instrumentId: string, units: Units) {
    this.#source = source
    this.#instrumentId = instrumentId
    this.#units = units
  }

  /** The board's own best prices at a moment; null unless both sides stand. */
  quote(moment: Instant): PriceRange<number> | null {
    return quoteOf(this.#source.depth(this.#instrumentId, 1, moment), this.#units)
  }

  /** The outside's quantities at a moment, less what customers have taken lately. */
  standing(moment: Instant): readonly Resting[] {
    const depth = this.#source.depth(this.#instrumentId, DISPLAYED_LEVELS, moment)
    return (['buy', 'sell'] as const).flatMap((side) =>
      ((side === 'buy' ? depth?.bids : depth?.asks) ?? []).flatMap((level) => {
        const price = this.#units.price(level.price)
        const quantity = this.#consumed.available(side, price, this.#part(level.quantity), moment)
        return quantity === 0 ? [] : [{ open: null, side, market: false, price, quantity }]
      }),
    )
  }

  /** Those who come for a call: the board's aggressors, each at the price they took there. */
  arrived(from: Instant, to: Instant): readonly AuctionEntry[] {
    return this.#source.prints(this.#instrumentId, from, to).flatMap(({ side, price, quantity }) => {
      const part = this.#part(quantity)
      return part === 0 ? [] : [{ open: null, side, market: false, price: this.#units.price(price), quantity: part }]
    })
  }

  /** After the session the board has no depth any more: a mirrored book stands around its last price. */
  aroundLast({ last }: Quote, averageDailyVolume: number): readonly AuctionEntry[] {
    const reference = this.#units.price(last)
    return outsideBook({ reference, tick: this.#units.tickAt(reference), averageDailyVolume: averageDailyVolume * SHARE_OF_BOARD })
  }

  /** Notes what was taken of what stood. */
  took(entries: readonly Resting[], fills: ReadonlyMap<AuctionEntry, number>, at: Instant): void {
    for (const entry of entries) {
      const quantity = fills.get(entry)
      if (quantity !== undefined) this.#consumed.take(entry.side, entry.price, quantity, at)
    }
  }

  #part(quantity: bigint): number {
    return Math.floor(this.#units.quantity(quantity) * SHARE_OF_BOARD)
  }
}
