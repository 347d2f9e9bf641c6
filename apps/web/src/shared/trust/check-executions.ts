import { orders } from '@rueda/contract/orders.ts'
import type { ChainEntry } from '@rueda/contract/trust.ts'
import { formatScaled, parseScaled } from '@rueda/rules/decimal.ts'
import { call } from '../server/api.ts'

/** Compares the executions that the app shows of the newest orders with those that the account's chain covers. */

/** Each order is a call of its own. */
const NEWEST_ORDERS = 10

type Execution = Readonly<{ orderId: string; price: bigint; quantity: bigint; timestamp: number }>
type Shown = Readonly<{ price: string; quantity: string; sequence: number; tradeTimestamp: number }>
type ShownOrder = Readonly<{ orderNo: string; positionId: string | null; fills?: readonly Shown[] | undefined }>
export type OtherExecution = Readonly<{ orderNumber: string; covered: string; shown: string }>

const BOOKS_A_TRADE: ReadonlySet<string> = new Set(['J32', 'J33'])

/** The executions that the entries of a chain cover, by the number that the venue gave them. */
export class CoveredExecutions {
  readonly #bySequence = new Map<number, Execution>()
  /** False for a chain that began before hashes covered executions. */
  #isWhole = true

  add(entries: readonly ChainEntry[]): void {
    for (const { journal, cause, execution } of entries) {
      if (execution === null && BOOKS_A_TRADE.has(journal)) this.#isWhole = false
      if (execution === null) continue
      const { price, quantity, timestamp } = execution
      this.#bySequence.set(cause.step, { orderId: cause.id, price: BigInt(price), quantity: BigInt(quantity), timestamp })
    }
  }

  /** Orders that were executed last, the newest first. */
  newestOrders(most: number): readonly string[] {
    const newestFirst = [...this.#bySequence.values()].toReversed().map(({ orderId }) => orderId)
    return [...new Set(newestFirst)].slice(0, most)
  }

  /** The first execution of an order that is shown as another than the chain covers, is left out, or is made up; a number when none is. */
  compare(orderId: string, { orderNo: orderNumber, positionId, fills = [] }: ShownOrder): number | OtherExecution {
    const shown = new Map(fills.map((fill) => [fill.sequence, fill]))
    const own = [...this.#bySequence].filter(([, execution]) => execution.orderId === orderId)
    for (const [sequence, execution] of own) {
      const fill = shown.get(sequence)
      if (fill === undefined || !isSame(execution, fill)) return { orderNumber, covered: inWords(execution), shown: shownInWords(fill) }
    }
    // On margin an execution that moves no money has no entry.
    const madeUp = this.#isWhole && positionId === null ? fills.find(({ sequence }) => !this.#bySequence.has(sequence)) : undefined
    return madeUp === undefined ? own.length : { orderNumber, covered: NONE, shown: shownInWords(madeUp) }
  }
}

const isSame = ({ price, quantity, timestamp }: Execution, fill: Shown): boolean =>
  parseScaled(fill.price) === price && parseScaled(fill.quantity) === quantity && fill.tradeTimestamp === timestamp

const NONE = '–'
const inWords = ({ quantity, price, timestamp }: Execution): string =>
  `${formatScaled(quantity)} × ${formatScaled(price)} (${new Date(timestamp).toISOString()})`
const shownInWords = (fill: Shown | undefined): string =>
  fill === undefined ? NONE : `${fill.quantity} × ${fill.price} (${new Date(fill.tradeTimestamp).toISOString()})`

/** How many executions of the newest orders were compared, or the first that is shown as another one. */
export async function compareExecutions(
  covered: CoveredExecutions,
  tell: (done: number, of: number) => void,
): Promise<number | OtherExecution> {
  const newest = covered.newestOrders(NEWEST_ORDERS)
  let compared = 0
  for (const [done, orderId] of newest.entries()) {
    tell(done, newest.length)
    const { list } = await call(orders.list, { orderId })
    const [order] = list
    // An order that is left out of the list is one without its executions.
    const result = covered.compare(orderId, order ?? { orderNo: orderId, positionId: null })
    if (typeof result !== 'number') return result
    compared += result
  }
  return compared
}
