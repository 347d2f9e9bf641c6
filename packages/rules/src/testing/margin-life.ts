import { scaled } from '../decimal.ts'
import { type AccountState, type Outcome, post, walletOf } from '../ledger/account-state.ts'
import { type MarginOrderRequest, type MarginTerms, acceptMarginOrder } from '../margin/accept.ts'
import { bookMarginExecution } from '../margin/book-execution.ts'
import { availableQuantityOf } from '../margin/position.ts'
import type { MarginInstrument } from '../margin/valuation.ts'
import { formatMinor } from '../money.ts'
import { type Amendment, amendOrder } from '../orders/amend.ts'
import { endOrder } from '../orders/end.ts'
import type { EndReason, Order } from '../orders/order.ts'
import { trailOrder, triggerOrder } from '../orders/trigger.ts'
import type { Result } from '../result.ts'
import { must } from './life.ts'
import { booking, executionOf, marginAccountState, marginTerms, marginOrderRequest, walletOfContract } from './margin.ts'
import { NOW, TODAY, plainHash } from './us.ts'
import { orderKind } from '../orders/records.ts'
import { marginPositionKind } from '../margin/records.ts'

/** One customer on margin in one instrument, as a story: each step is decided by the rules and posted, and returns its postings. */
export class MarginLife {
  readonly books: AccountState
  readonly instrument: MarginInstrument
  #last: string
  #sequence = 0

  constructor(instrument: MarginInstrument, cents: bigint, last: string) {
    this.instrument = instrument
    this.books = marginAccountState(cents, instrument)
    this.#last = last
  }

  place(change: Partial<MarginOrderRequest> = {}): Outcome {
    return this.post(this.accept(change), ({ outcome }) => outcome)
  }

  accept(change: Partial<MarginOrderRequest>, terms: Partial<MarginTerms> = {}): ReturnType<typeof acceptMarginOrder> {
    return acceptMarginOrder(
      this.books,
      marginOrderRequest(this.instrument, { second: { id: 'second', number: 'S2' }, ...change }),
      marginTerms(this.instrument, this.#last, terms),
      NOW,
    )
  }

  fill(orderId: string, quantity: string, price: string): Outcome {
    const sequence = this.#next()
    const exits = {
      instrument: this.instrument,
      takeProfit: { id: `profit-${sequence}`, number: 'T' },
      stopLoss: { id: `loss-${sequence}`, number: 'L' },
      goodTillCancelledEnds: '2027-02-18',
    }
    const execution = executionOf(orderId, price, quantity, { sequence })
    return this.post(bookMarginExecution(this.books, execution, booking(this.instrument, { exits }), NOW), (outcome) => outcome)
  }

  trigger(orderId: string, price: string): Outcome {
    return this.post(triggerOrder(this.books, this.#trade(orderId, price), this.instrument, NOW), (outcome) => outcome)
  }

  trail(orderId: string, price: string): Outcome {
    return this.post(trailOrder(this.books, this.#trade(orderId, price), this.instrument, NOW), (outcome) => outcome)
  }

  amend(amendment: Amendment, terms: Partial<MarginTerms> = {}): ReturnType<typeof amendOrder> {
    return amendOrder(this.books, amendment, marginTerms(this.instrument, this.#last, terms), NOW)
  }

  end(orderId: string, reason: EndReason = 'CANCELLED'): Outcome {
    return this.post(endOrder(this.books, { orderId, reason, tradeDate: TODAY }, NOW), (outcome) => outcome)
  }

  order(id: string): Order {
    const order = orderKind.of(this.books).get(id)
    if (order === undefined) throw new Error(`no order ${id}`)
    return order
  }

  get wallet(): { cash: string; hold: string; margin: string } {
    const { cash, hold, margin } = walletOf(this.books, walletOfContract(this.instrument))
    return { cash: formatMinor(cash, 'USD'), hold: formatMinor(hold, 'USD'), margin: formatMinor(margin, 'USD') }
  }

  /** Open quantity and the part of it on no closing order, in units of 10^-8. */
  get position(): { quantity: bigint; available: bigint } {
    const position = marginPositionKind.of(this.books).get('position-1')
    return position === undefined
      ? { quantity: 0n, available: 0n }
      : { quantity: position.quantity, available: availableQuantityOf(position) }
  }

  post<Value>(decided: Result<Value>, outcomeOf: (value: Value) => Outcome): Outcome {
    const outcome = outcomeOf(must(decided))
    post(this.books, outcome, NOW, plainHash)
    return outcome
  }

  #next(): number {
    this.#sequence += 1
    return this.#sequence
  }

  #trade(orderId: string, price: string) {
    return { orderId, price: scaled(price), sequence: this.#next(), at: NOW }
  }
}
