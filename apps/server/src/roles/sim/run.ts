import { setTimeout as sleep } from 'node:timers/promises'
import { rangeOfAccount } from '@rueda/rules/accounts/range.ts'
import { createMemoryBus, type Fate } from '../../bus/memory-bus.ts'
import { type Planted, SimBooks } from './books.ts'
import { type Chance, chanceOf, cruelFate } from './chance.ts'
import { ownBus } from './own-bus.ts'
import { type SimAccounts, type SimCore, commandOf, commandsOf, startAccounts, startCore } from './processes.ts'

const RANGES = 2
const CUSTOMERS = 6
const TROUBLED_MS = 40_000
const QUIET_MS = 40_000
const BLOW_EVERY_MS = 1_500
const LINGERS_MS = 3_000
const MAX_SHARES = 9
const PAUSE_MS = 150
const CANCELS_IN = 3
const PATIENCE_MS = 10_000

export type Lived = Readonly<{ faults: readonly string[]; promises: number; blows: number }>

/**
 * Forty seconds of a brokerage whose processes die or are replaced while they go on, over a cruel bus, and forty of quiet; then every promise is in
 * the books once, and nothing else. Run under a clock that is moved by hand, so that the same seed lives the same life.
 */
export async function runSeed(seed: number, planted: Planted = {}): Promise<Lived> {
  const chance = chanceOf(seed)
  let fate: Fate = cruelFate(chanceOf(seed + 1_000_000))
  const bus = createMemoryBus((subject) => fate(subject))
  const books = new SimBooks(RANGES, planted)
  const world = { books, planted, chance }
  const fleet = new Fleet({ ...world, bus })
  await fleet.begin()

  const promised = new Map<string, string>()
  const cancelled = new Set<string>()
  let isTrading = true
  const trade = async (customer: number): Promise<void> => {
    const accountId = String(customer)
    for (let sent = 0; isTrading && !books.isOver; sent += 1) {
      const key = `${customer} ${sent}`
      const orderId = await untilAnswered(books, () => fleet.place(accountId, key, 1 + chance(MAX_SHARES)))
      promised.set(key, orderId)
      await sleep(chance(PAUSE_MS))
      if (chance(CANCELS_IN) === 0 && (await fleet.cancel(orderId, accountId))) cancelled.add(orderId)
    }
  }
  const trading = Promise.all(Array.from({ length: CUSTOMERS }, (_, customer) => trade(customer + 1)))
  let blows = 0
  for (let passed = 0; passed < TROUBLED_MS && books.faults.length === 0; passed += BLOW_EVERY_MS) {
    await sleep(BLOW_EVERY_MS)
    await fleet.strike()
    blows += 1
  }
  isTrading = false
  fate = () => [0]
  // What has been found ends a life at once.
  if (books.faults.length === 0) await trading
  if (books.faults.length === 0) await sleep(QUIET_MS)
  books.isOver = true
  trading.catch(() => undefined)
  fleet.end()
  await bus.close()
  return { faults: [...books.faults, ...faultsOf(books, promised, cancelled)], promises: promised.size, blows }
}

/** Asks with the same key until it is answered, as every client does. */
async function untilAnswered<Value>(books: SimBooks, ask: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (books.isOver) throw error
      await sleep(PAUSE_MS)
    }
  }
}

function faultsOf(books: SimBooks, promised: ReadonlyMap<string, string>, cancelled: ReadonlySet<string>): string[] {
  const orders = [...books.orders.values()]
  return [
    ...[...promised].filter(([, id]) => !books.orders.has(id)).map(([key]) => `what was answered for ${key} is not in the books`),
    ...orders.filter(({ id, key }) => promised.get(key) !== id).map(({ id }) => `order ${id} was promised to nobody`),
    ...orders
      .filter(({ status }) => status === 'open')
      .map(({ id, filled, quantity }) => `order ${id} was forgotten by the market at ${filled} of ${quantity}`),
    ...orders
      .filter(({ id, status }) => cancelled.has(id) && status !== 'cancelled')
      .map(({ id }) => `order ${id} goes on after it was cancelled`),
  ]
}

type World = Readonly<{ bus: ReturnType<typeof createMemoryBus>; books: SimBooks; planted: Planted; chance: Chance }>

/** The processes there are, which are struck one after the other. */
class Fleet {
  readonly #world: World
  readonly #accounts: { process: SimAccounts; cut: () => void }[] = []
  #core: { process: SimCore; cut: () => void } | null = null
  #named = 0
  #orders = 0

  constructor(world: World) {
    this.#world = world
  }

  async begin(): Promise<void> {
    this.#startCore()
    for (let range = 0; range < RANGES; range += 1) await this.#startAccounts(range)
  }

  async place(accountId: string, key: string, quantity: number): Promise<string> {
    this.#orders += 1
    const written = this.#written()
    const asked = commandOf(accountId, { key, id: `order ${this.#orders}`, quantity })
    // Who asked a core that died hears nothing of it any more, and asks its successor.
    const result = await Promise.race([commandsOf(written, accountId).run('place', asked), sleep(PATIENCE_MS, null)])
    if (result === null || !result.ok) throw new Error('not answered')
    return result.value as string
  }

  /** True where it is known to be cancelled. */
  async cancel(orderId: string, accountId: string): Promise<boolean> {
    const owner = this.#accounts[rangeOfAccount(accountId, RANGES)]
    const asked = owner?.process.cancel(orderId, accountId).catch(() => false)
    return Promise.race([asked ?? false, sleep(LINGERS_MS, false)])
  }

  /** A process is replaced; it is dead, or goes on for a while without knowing. */
  async strike(): Promise<void> {
    const { chance } = this.#world
    const what = chance(RANGES + 1)
    const lingers = chance(2) === 0
    if (what === RANGES) {
      const old = this.#core
      if (!lingers) this.#end(old)
      this.#startCore()
      if (lingers) void sleep(LINGERS_MS).then(() => this.#end(old))
      return
    }
    const old = this.#accounts[what]
    if (!lingers) old?.cut()
    await this.#startAccounts(what)
    if (lingers) void sleep(LINGERS_MS).then(() => old?.cut())
  }

  end(): void {
    this.#end(this.#core)
    for (const { cut } of this.#accounts) cut()
  }

  #end(core: { process: SimCore; cut: () => void } | null): void {
    core?.process.end()
    core?.cut()
  }

  #written() {
    if (this.#core === null) throw new Error('nobody leads')
    return this.#core.process.written
  }

  #startCore(): void {
    this.#named += 1
    const { bus, cut } = ownBus(this.#world.bus)
    this.#core = { process: startCore({ ...this.#world, bus }, `core ${this.#named}`), cut }
  }

  async #startAccounts(range: number): Promise<void> {
    this.#named += 1
    const { bus, cut } = ownBus(this.#world.bus)
    this.#accounts[range] = { process: await startAccounts({ ...this.#world, bus }, range, `accounts ${this.#named}`), cut }
  }
}
