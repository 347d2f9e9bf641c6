import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import type { Planted, SimOrder } from './books.ts'

/** What reaches the market of an order. */
export type AtMarket = Readonly<{ orderId: string; accountId: string; quantity: number; sequence: number }>
export type Report = Readonly<{ orderId: string; accountId: string; sequence: number; quantity: number }>

/** The market of a simulated core: it fills what it has, part by part, and begins anew from the books as the real one does. */
export class SimMarket {
  life = 0
  readonly #orders = new Map<string, { left: number; accountId: string; sequence: number }>()
  #restored = new Set<string>()
  /** Taken off by somebody who then ends them, or hands them over again. */
  readonly #pulled = new Map<string, string>()
  readonly #book: (report: Report) => Promise<void>
  readonly #open: () => readonly SimOrder[]
  readonly #planted: Planted
  readonly #chance: Chance
  /** Reports under way, by account. */
  readonly #booking = new Map<string, Promise<void>>()
  #isServing = true
  #sequence = 0
  #held: AtMarket[] = []

  constructor(
    parts: Readonly<{
      from: number
      book: (report: Report) => Promise<void>
      open: () => readonly SimOrder[]
      planted: Planted
      chance: Chance
    }>,
  ) {
    this.#book = parts.book
    this.#open = parts.open
    this.#planted = parts.planted
    this.#chance = parts.chance
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
    await this.#booking.get(accountId)
  }

  /** Fills a part of one order. */
  step(): void {
    if (!this.#isServing) return
    const ids = [...this.#orders.keys()]
    const orderId = ids[this.#chance(ids.length)]
    const order = orderId === undefined ? undefined : this.#orders.get(orderId)
    if (orderId === undefined || order === undefined) return
    const quantity = 1 + this.#chance(order.left)
    order.left -= quantity
    this.#sequence += 1
    order.sequence = this.#sequence
    if (order.left === 0) this.#orders.delete(orderId)
    const report = { orderId, accountId: order.accountId, sequence: order.sequence, quantity }
    const before = this.#booking.get(order.accountId) ?? Promise.resolve()
    this.#booking.set(
      order.accountId,
      before.then(() => this.#book(report)),
    )
  }

  beginAnew(isGone: (accountId: string) => boolean): void {
    for (const [orderId, accountId] of this.#pulled) if (isGone(accountId)) this.#pulled.delete(orderId)
    this.life += 1
    this.#isServing = false
    this.#orders.clear()
    void this.#again(this.life)
  }

  async #again(life: number): Promise<void> {
    // What the last life said is booked before the open orders are read.
    await Promise.all(this.#booking.values())
    await sleep(BEGINS_AFTER_MS)
    // Meanwhile it may have had to begin once more.
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

const BEGINS_AFTER_MS = 1_000
const SEQUENCES_A_LIFE = 1_000
