import { LeadershipOver } from '../../write-path/commit.ts'

/** The books of a simulated brokerage as a database keeps them: what is committed, and who may commit. */
export type SimOrder = {
  id: string
  accountId: string
  key: string
  quantity: number
  filled: number
  status: 'open' | 'filled' | 'cancelled'
}

/** Mistakes that can be planted; each has to be found. */
export type Planted = Readonly<{
  /** An old holder of a range still writes. */
  rangeNotHeld?: boolean
  /** What an earlier core has asked for is still written. */
  leadershipNotHeld?: boolean
  /** The same request is carried out again. */
  keysForgotten?: boolean
  /** A report of the market is booked again. */
  reportsRepeated?: boolean
  /** What was told is said to be heard, and lost. */
  wordsLost?: boolean
  /** A market is not begun anew where a process is gone without a word. */
  marketGoesOn?: boolean
  /** An order that the market has from the books is taken once more. */
  restoredTwice?: boolean
}>

type Held = Readonly<{ leadership: bigint; range: number; epoch: bigint }>

export class SimBooks {
  leadership = 0n
  /** True once a life is over: whatever still goes on then ends. */
  isOver = false
  readonly ranges: bigint[]
  readonly orders = new Map<string, SimOrder>()
  readonly faults: string[] = []
  readonly #byKey = new Map<string, string>()
  readonly #booked = new Set<string>()
  readonly #planted: Planted

  constructor(ranges: number, planted: Planted) {
    this.ranges = Array.from({ length: ranges }, () => 0n)
    this.#planted = planted
  }

  /** Throws for whoever has been replaced; what follows in the same turn is one transaction. */
  expectHeld({ leadership, range, epoch }: Held): void {
    const isLeading = leadership === this.leadership || this.#planted.leadershipNotHeld === true
    const holds = epoch === this.ranges[range] || this.#planted.rangeNotHeld === true
    if (!isLeading || !holds) throw new LeadershipOver('what this was decided in is over')
  }

  /** Returns the order of an earlier request with this key. */
  ofKey(key: string): SimOrder | undefined {
    return this.#planted.keysForgotten === true ? undefined : this.orders.get(this.#byKey.get(key) ?? '')
  }

  add(order: SimOrder): void {
    this.orders.set(order.id, order)
    this.#byKey.set(order.key, order.id)
  }

  fill(report: Readonly<{ orderId: string; sequence: number; quantity: number }>): void {
    const name = `${report.orderId} ${report.sequence}`
    if (this.#booked.has(name) && this.#planted.reportsRepeated !== true) return
    this.#booked.add(name)
    const order = this.orders.get(report.orderId)
    if (order === undefined) return void this.faults.push(`a report on order ${report.orderId}, which is not in the books`)
    if (order.status === 'cancelled') this.faults.push(`order ${order.id} was executed after it was cancelled`)
    order.filled += report.quantity
    if (order.filled > order.quantity) this.faults.push(`order ${order.id} was filled with ${order.filled} of ${order.quantity}`)
    if (order.filled === order.quantity) order.status = 'filled'
  }

  open(): readonly SimOrder[] {
    return [...this.orders.values()].filter(({ status }) => status === 'open')
  }
}
