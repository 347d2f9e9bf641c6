import { setTimeout as sleep } from 'node:timers/promises'
import type { Rng } from './rng.ts'
import type { Planted, SimOrder } from './ledger.ts'

/** An order as the market gets it. */
export type AtMarket = Readonly<{ orderId: string; accountId: string; quantity: number; sequence: number }>
export type Report = Readonly<{ orderId: string; accountId: string; sequence: number; quantity: number }>

/** The market of a simulated core: it fills its orders part by part, and restarts from the open orders as the real one does. */
export class SimMarket {
  life = 0
  readonly #orders = new Map<string, { left: number; accountId: string; sequence: number }>()
  #restored = new Set<string>()
  /** Pulled orders, which are then ended or resubmitted. */
  readonly #pulled = new Map<string, string>()
  readonly #report: (report: Report) => Promise<void>
  readonly #open: () => readonly SimOrder[]
  readonly #planted: Planted
  readonly #rng: Rng
  /** Reports under way, by account. */
  readonly #reporting = new Map<string, Promise<void>>()
  #isServing = true
  #sequence = 0
  #held: AtMarket[] = []

  constructor(
    parts: Readonly<{
      from: number
      book: (report: Report) => Promise<void>
      open: () => readonly SimOrder[]
      planted: Planted
      rng: Rng
    }>,
  ) {
    this.#report = parts.book
    this.#open = parts.open
    this.#planted = parts.planted
    this.#rng = parts.rng
    this.life = parts.from
    this.#sequence = parts.from * SEQUENCES_A_LIFE
    this.#restore()
  }

  submit(orders: readonly AtMarket[]): void {
    for (const { orderId } of orders) this.#pulled.delete(orderId)
    if (!this.#isServing) return void this.#held.push(...orders)
    for (const order of orders) {
      const isThere = this.#restored.has(order.orderId) || this.#orders.has(order.orderId)
      if (isThere && this.#planted.restoredTwice !== true) continue
      this.#take(order)
    }
  }

  async cancel({ orderId, accountId }: Readonly<{ orderId: string; accountId: string }>): Promise<void> {
    this.#orders.delete(orderId)
    this.#restored.delete(orderId)
    this.#held = this.#held.filter((each) => each.orderId !== orderId)
    this.#pulled.set(orderId, accountId)
    await this.#reporting.get(accountId)
  }

  /** Fills a part of one order. */
  step(): void {
    if (!this.#isServing) return
    const ids = [...this.#orders.keys()]
    const orderId = ids[this.#rng(ids.length)]
    const order = orderId === undefined ? undefined : this.#orders.get(orderId)
    if (orderId === undefined || order === undefined) return
    const quantity = 1 + this.#rng(order.left)
    order.left -= quantity
    this.#sequence += 1
    order.sequence = this.#sequence
    if (order.left === 0) this.#orders.delete(orderId)
    const report = { orderId, accountId: order.accountId, sequence: order.sequence, quantity }
    const before = this.#reporting.get(order.accountId) ?? Promise.resolve()
    this.#reporting.set(
      order.accountId,
      before.then(() => this.#report(report)),
    )
  }

  restart(lostOwner: (accountId: string) => boolean): void {
    for (const [orderId, accountId] of this.#pulled) if (lostOwner(accountId)) this.#pulled.delete(orderId)
    this.life += 1
    this.#isServing = false
    this.#orders.clear()
    void this.#again(this.life)
  }

  async #again(life: number): Promise<void> {
    // The reports of the last life are booked before the open orders are read.
    await Promise.all(this.#reporting.values())
    await sleep(RESTARTS_AFTER_MS)
    // It may have been restarted again meanwhile.
    if (life !== this.life) return
    this.#restore()
    this.#isServing = true
    this.submit(this.#held.splice(0))
  }

  #restore(): void {
    const open = this.#open().filter(({ id }) => !this.#pulled.has(id))
    this.#restored = new Set(open.map(({ id }) => id))
    for (const { id, accountId, quantity, filled } of open) this.#take({ orderId: id, accountId, quantity: quantity - filled, sequence: 0 })
  }

  #take({ orderId, accountId, quantity, sequence }: AtMarket): void {
    if (quantity <= 0) return
    const known = this.#orders.get(orderId)
    this.#orders.set(orderId, { left: (known?.left ?? 0) + quantity, accountId, sequence })
  }
}

const RESTARTS_AFTER_MS = 1_000
const SEQUENCES_A_LIFE = 1_000
