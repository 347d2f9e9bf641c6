import { LeadershipOver } from '../../write-path/commit.ts'

/** The ledger of a simulated brokerage as a database keeps it: the committed orders, and who may commit. */
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
  /** Commands of an earlier core are still committed. */
  leadershipNotHeld?: boolean
  /** A repeated request is carried out again. */
  keysForgotten?: boolean
  /** A report of the market is booked again. */
  reportsRepeated?: boolean
  /** A message is acknowledged and lost. */
  messagesLost?: boolean
  /** The market is not restarted when a range gets another process. */
  marketGoesOn?: boolean
  /** A restored order is accepted a second time. */
  restoredTwice?: boolean
}>

type Held = Readonly<{ leadership: bigint; range: number; epoch: bigint }>

export class SimLedger {
  leadership = 0n
  /** True once a life is over: whatever still goes on then ends. */
  isOver = false
  readonly ranges: bigint[]
  readonly orders = new Map<string, SimOrder>()
  readonly faults: string[] = []
  readonly #byKey = new Map<string, string>()
  readonly #reported = new Set<string>()
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
    if (this.#reported.has(name) && this.#planted.reportsRepeated !== true) return
    this.#reported.add(name)
    const order = this.orders.get(report.orderId)
    if (order === undefined) return void this.faults.push(`a report on order ${report.orderId}, which is not in the ledger`)
    if (order.status === 'cancelled') this.faults.push(`order ${order.id} was executed after it was cancelled`)
    order.filled += report.quantity
    if (order.filled > order.quantity) this.faults.push(`order ${order.id} was filled with ${order.filled} of ${order.quantity}`)
    if (order.filled === order.quantity) order.status = 'filled'
  }

  open(): readonly SimOrder[] {
    return [...this.orders.values()].filter(({ status }) => status === 'open')
  }
}
