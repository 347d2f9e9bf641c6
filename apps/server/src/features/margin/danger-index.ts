import { dangerPrices, holdsAt } from '@rueda/rules/margin/danger-price.ts'
import type { DollarRate } from '@rueda/rules/margin/dollar-rate.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import type { MarginInstrument } from '@rueda/rules/margin/valuation.ts'
import { DangerLine } from './danger-line.ts'

/** Positions for one look: `urgent` ones may have to be liquidated, customers of the `others` may have to be notified. */
export type InDanger = Readonly<{ urgent: readonly MarginPosition[]; others: readonly MarginPosition[] }>

type Lines = Readonly<{ told: DangerLine; liquidated: DangerLine }>
const newLines = (): Readonly<Record<MarginPosition['side'], Lines>> => ({
  buy: { told: new DangerLine(), liquidated: new DangerLine() },
  sell: { told: new DangerLine(), liquidated: new DangerLine() },
})
/** A rising price endangers a short position. */
const along = (side: MarginPosition['side'], price: bigint): bigint => (side === 'buy' ? price : -price)

/**
 * The open positions in one instrument by the prices at which they are in danger, so that a look finds those to liquidate without going
 * through the rest.
 */
export class DangerIndex {
  readonly #positions = new Map<string, MarginPosition>()
  readonly #changed = new Set<string>()
  /** Positions whose liquidation has begun: the price may be out of danger again. */
  readonly #begun = new Set<string>()
  #lines = newLines()
  /** The rate that the danger prices were computed with. */
  #rate: DollarRate | null = null

  keep(position: MarginPosition): void {
    this.#positions.set(position.id, position)
    this.#changed.add(position.id)
    if (position.liquidation === 'none') this.#begun.delete(position.id)
    else this.#begun.add(position.id)
  }

  drop({ id, side }: MarginPosition): void {
    this.#positions.delete(id)
    this.#changed.delete(id)
    this.#begun.delete(id)
    this.#lines[side].told.delete(id)
    this.#lines[side].liquidated.delete(id)
  }

  inDanger({ contract }: MarginInstrument, mark: bigint, rate: DollarRate): InDanger {
    if (this.#rate === null || !holdsAt(this.#rate, rate)) {
      this.#lines = newLines()
      this.#rate = rate
      for (const id of this.#positions.keys()) this.#changed.add(id)
    }
    for (const id of this.#changed) this.#place(id, contract, this.#rate)
    this.#changed.clear()
    const urgent = new Set([...this.#begun, ...this.#reached('liquidated', mark)])
    const others = this.#reached('told', mark).filter((id) => !urgent.has(id))
    return { urgent: this.#known([...urgent]), others: this.#known(others) }
  }

  #place(id: string, contract: MarginInstrument['contract'], rate: DollarRate): void {
    const position = this.#positions.get(id)
    // Nothing of it is open yet.
    if (position === undefined || position.quantity === 0n) return
    const { told, liquidated } = dangerPrices(position, contract, rate)
    const lines = this.#lines[position.side]
    lines.told.set(id, along(position.side, told))
    lines.liquidated.set(id, along(position.side, liquidated))
  }

  #reached(line: keyof Lines, mark: bigint): readonly string[] {
    const { buy, sell } = this.#lines
    return [...buy[line].reachedBy(along('buy', mark)), ...sell[line].reachedBy(along('sell', mark))]
  }

  #known(ids: readonly string[]): readonly MarginPosition[] {
    return ids.flatMap((id) => this.#positions.get(id) ?? [])
  }
}
