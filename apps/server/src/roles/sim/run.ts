import { setTimeout as sleep } from 'node:timers/promises'
import { rangeOfAccount } from '@rueda/rules/accounts/range.ts'
import { createMemoryBus, type Fate } from '../../bus/memory-bus.ts'
import { type Planted, SimLedger } from './ledger.ts'
import { type Rng, rngOf, faultyFate } from './rng.ts'
import { processBus } from './process-bus.ts'
import { type SimAccounts, type SimCore, commandOf, commandsOf, startAccounts, startCore } from './processes.ts'

const RANGES = 2
const CUSTOMERS = 6
const TROUBLED_MS = 40_000
const QUIET_MS = 40_000
const REPLACE_EVERY_MS = 1_500
const KEEPS_RUNNING_MS = 3_000
const MAX_SHARES = 9
const PAUSE_MS = 150
const CANCELS_IN = 3
const PATIENCE_MS = 10_000

export type SimulationResult = Readonly<{ faults: readonly string[]; promises: number; replacements: number }>

/**
 * Forty seconds of a brokerage whose processes die or are replaced while they go on, over a faulty bus, and forty of quiet; then every promise is in
 * the ledger once, and nothing else. Run under a clock that is moved by hand, so that a seed always gives the same run.
 */
export async function simulate(seed: number, planted: Planted = {}): Promise<SimulationResult> {
  const rng = rngOf(seed)
  let fate: Fate = faultyFate(rngOf(seed + 1_000_000))
  const bus = createMemoryBus((subject) => fate(subject))
  const ledger = new SimLedger(RANGES, planted)
  const world = { ledger, planted, rng }
  const fleet = new Fleet({ ...world, bus })
  await fleet.begin()

  const promised = new Map<string, string>()
  const cancelled = new Set<string>()
  let isTrading = true
  const trade = async (customer: number): Promise<void> => {
    const accountId = String(customer)
    for (let sent = 0; isTrading && !ledger.isOver; sent += 1) {
      const key = `${customer} ${sent}`
      const orderId = await untilAnswered(ledger, () => fleet.place(accountId, key, 1 + rng(MAX_SHARES)))
      promised.set(key, orderId)
      await sleep(rng(PAUSE_MS))
      if (rng(CANCELS_IN) === 0 && (await fleet.cancel(orderId, accountId))) cancelled.add(orderId)
    }
  }
  const trading = Promise.all(Array.from({ length: CUSTOMERS }, (_, customer) => trade(customer + 1)))
  let replacements = 0
  for (let passed = 0; passed < TROUBLED_MS && ledger.faults.length === 0; passed += REPLACE_EVERY_MS) {
    await sleep(REPLACE_EVERY_MS)
    await fleet.replaceOne()
    replacements += 1
  }
  isTrading = false
  fate = () => [0]
  // A fault ends the run at once.
  if (ledger.faults.length === 0) await trading
  if (ledger.faults.length === 0) await sleep(QUIET_MS)
  ledger.isOver = true
  trading.catch(() => undefined)
  fleet.end()
  await bus.close()
  return { faults: [...ledger.faults, ...faultsOf(ledger, promised, cancelled)], promises: promised.size, replacements }
}

/** Asks with the same key until it is answered, as every client does. */
async function untilAnswered<Value>(ledger: SimLedger, ask: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (ledger.isOver) throw error
      await sleep(PAUSE_MS)
    }
  }
}

function faultsOf(ledger: SimLedger, promised: ReadonlyMap<string, string>, cancelled: ReadonlySet<string>): string[] {
  const orders = [...ledger.orders.values()]
  return [
    ...[...promised].filter(([, id]) => !ledger.orders.has(id)).map(([key]) => `what was answered for ${key} is not in the ledger`),
    ...orders.filter(({ id, key }) => promised.get(key) !== id).map(({ id }) => `order ${id} was promised to nobody`),
    ...orders
      .filter(({ status }) => status === 'open')
      .map(({ id, filled, quantity }) => `order ${id} was forgotten by the market at ${filled} of ${quantity}`),
    ...orders
      .filter(({ id, status }) => cancelled.has(id) && status !== 'cancelled')
      .map(({ id }) => `order ${id} goes on after it was cancelled`),
  ]
}

type World = Readonly<{ bus: ReturnType<typeof createMemoryBus>; ledger: SimLedger; planted: Planted; rng: Rng }>

/** The running processes, which are replaced one after the other. */
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
    // A caller of a core that died gets no answer, and asks its successor.
    const result = await Promise.race([commandsOf(written, accountId).run('place', asked), sleep(PATIENCE_MS, null)])
    if (result === null || !result.ok) throw new Error('not answered')
    return result.value as string
  }

  /** True where it is known to be cancelled. */
  async cancel(orderId: string, accountId: string): Promise<boolean> {
    const owner = this.#accounts[rangeOfAccount(accountId, RANGES)]
    const asked = owner?.process.cancel(orderId, accountId).catch(() => false)
    return Promise.race([asked ?? false, sleep(KEEPS_RUNNING_MS, false)])
  }

  /** A process is replaced; it is dead, or goes on for a while without knowing. */
  async replaceOne(): Promise<void> {
    const { rng } = this.#world
    const what = rng(RANGES + 1)
    const keepsRunning = rng(2) === 0
    if (what === RANGES) {
      const old = this.#core
      if (!keepsRunning) this.#end(old)
      this.#startCore()
      if (keepsRunning) void sleep(KEEPS_RUNNING_MS).then(() => this.#end(old))
      return
    }
    const old = this.#accounts[what]
    if (!keepsRunning) old?.cut()
    await this.#startAccounts(what)
    if (keepsRunning) void sleep(KEEPS_RUNNING_MS).then(() => old?.cut())
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
    const { bus, cut } = processBus(this.#world.bus)
    this.#core = { process: startCore({ ...this.#world, bus }, `core ${this.#named}`), cut }
  }

  async #startAccounts(range: number): Promise<void> {
    this.#named += 1
    const { bus, cut } = processBus(this.#world.bus)
    this.#accounts[range] = { process: await startAccounts({ ...this.#world, bus }, range, `accounts ${this.#named}`), cut }
  }
}
