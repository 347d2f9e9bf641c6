import { formatScaled, scaled } from '../decimal.ts'
import { usStockFees } from '../markets/us.ts'
import { type AccountState, type Outcome, post, walletOf } from '../ledger/account-state.ts'
import type { EntryDraft } from '../ledger/entry.ts'
import { formatMinor, moneyOf } from '../money.ts'
import { acceptOrder } from '../orders/accept.ts'
import { type Amendment, amendOrder } from '../orders/amend.ts'
import { bookExecution } from '../orders/book-execution.ts'
import { endOrder } from '../orders/end.ts'
import type { EndReason, Order } from '../orders/order.ts'
import { trailOrder, triggerOrder } from '../orders/trigger.ts'
import type { Result } from '../result.ts'
import { ARDV, NOW, OPEN_MARKET, TODAY, TOMORROW, orderRequest, accountStateWith, plainHash, usTerms } from './us.ts'
import { orderKind } from '../orders/records.ts'
import { positionKind } from '../positions/records.ts'

/** One customer's orders as a story: each step is decided by the rules and posted, and returns its postings. */
export class Life {
  readonly state: AccountState
  #sequence = 0

  constructor(dollars: string) {
    this.state = accountStateWith(moneyOf(dollars, 'USD').minor)
  }

  place(change: Parameters<typeof orderRequest>[0] = {}, terms = usTerms()): Outcome {
    return this.#post(must(acceptOrder(this.state, orderRequest(change), terms, NOW)).outcome)
  }

  fill(orderId: string, quantity: string, price: string): Outcome {
    this.#sequence += 1
    const sequence = this.#sequence
    const execution = {
      orderId,
      sequence,
      price: scaled(price),
      quantity: scaled(quantity),
      resting: false,
      tradeDate: TODAY,
      settlementDate: TOMORROW,
      match: null,
      market: OPEN_MARKET,
      at: NOW,
    }
    const exits = {
      instrument: ARDV,
      takeProfit: { id: `profit-${sequence}`, number: 'T' },
      stopLoss: { id: `loss-${sequence}`, number: 'L' },
      goodTillCancelledEnds: '2027-02-18',
    }
    const newPosition = { id: `position-${sequence}`, number: 'P' }
    return this.#post(must(bookExecution(this.state, execution, { fees: usStockFees, market: 'US', newPosition, exits }, NOW)))
  }

  trigger(orderId: string, price: string): Outcome {
    return this.#post(must(triggerOrder(this.state, this.#trade(orderId, price), ARDV, NOW)))
  }

  trail(orderId: string, price: string): Outcome {
    return this.#post(must(trailOrder(this.state, this.#trade(orderId, price), ARDV, NOW)))
  }

  amend(amendment: Amendment, terms = usTerms()): Outcome {
    return this.#post(must(amendOrder(this.state, amendment, terms, NOW)).outcome)
  }

  end(orderId: string, reason: EndReason = 'CANCELLED'): Outcome {
    return this.#post(must(endOrder(this.state, { orderId, reason, tradeDate: TODAY }, NOW)))
  }

  order(id: string): Order {
    const order = orderKind.of(this.state).get(id)
    if (order === undefined) throw new Error(`no order ${id}`)
    return order
  }

  get stock(): { cash: string; hold: string } {
    const { cash, hold } = walletOf(this.state, 'STOCK')
    return { cash: formatMinor(cash, 'USD'), hold: formatMinor(hold, 'USD') }
  }

  get shares(): { free: string; held: string } | null {
    const position = positionKind.of(this.state).get(ARDV.id)
    return position === undefined ? null : { free: formatScaled(position.free), held: formatScaled(position.held) }
  }

  #trade(orderId: string, price: string) {
    this.#sequence += 1
    return { orderId, price: scaled(price), sequence: this.#sequence, at: NOW }
  }

  #post(outcome: Outcome): Outcome {
    post(this.state, outcome, NOW, plainHash)
    return outcome
  }
}

export function must<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`refused: ${result.refusal}`)
  return result.value
}

/** "J31 U:STOCK:CASH 7.01", one text per line of every entry. */
export const postings = ({ entries }: Outcome): string[] =>
  entries.flatMap((entry) => linesOf(entry).map((line) => `${entry.journal} ${line}`))

const linesOf = ({ lines }: EntryDraft): string[] =>
  lines.map(({ account, asset, amount }) => `${account} ${asset === 'USD' ? formatMinor(amount, 'USD') : formatScaled(amount)}`)
