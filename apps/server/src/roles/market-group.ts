import { setTimeout as sleep } from 'node:timers/promises'
import { type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import type { Bus, Stop } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import type { Vault } from '../vault/vault.ts'
import type { VenueRecipe } from '../venue/build-venue.ts'
import type { Renew } from '../venue/hosted-market.ts'
import type { FromWorker, ToWorker } from '../venue/messages.ts'
import type { MarketThread } from '../venue/venue-thread.ts'
import { expectLeading } from './leading.ts'
import { type GroupReply, type GroupRequest, type Life, RECIPE, type SealedRecipe } from './market-messages.ts'
import { subjects } from './subjects.ts'

/** A reply does not wait longer than this for what is under way: the core hears that the process lives. */
const MAX_REPLY_MS = 200
const MAX_RECIPE_MS = 5 * SECOND_MS

type Parts = Readonly<{
  bus: Bus
  vault: Pick<Vault, 'open'>
  group: number
  epoch: bigint
  /** The folder in which finished days are kept; left out, each life works them out. */
  dataFolder?: string | undefined
  openThread: () => MarketThread
  /** What was prepared while this process stood by; null for nothing. */
  prepared: OpenMarket | null
  isSure: () => boolean
}>

type RunningLife = {
  readonly is: Life
  /** Null until its recipe has come. */
  thread: MarketThread | null
  taken: number
  /** What was said and the core has not heard yet; the first of it has the number behind `heard`. */
  said: FromWorker[]
  heard: number
  marks: number
  marked: number
  failed: string | null
  /** Called once when anything is marked, or it fails. */
  readonly waiting: Set<() => void>
}

/** A thread with the outside market of a recipe, in which lives follow each other. */
export type OpenMarket = {
  readonly recipe: Buffer
  readonly thread: MarketThread
  /** How often it still says that it has loaded; until it has for the last time, what it says is of a life before. */
  loadsOwed: number
  /** Why it runs no more; null while it does. */
  failed: string | null
}

/**
 * Runs the instruments of a group in a thread, one life of the market after the other, as the core that leads sends them. A life that is over is not
 * begun again by a message that comes late.
 */
export function runMarketGroup({ bus, vault, group, epoch, dataFolder, openThread, prepared, isSure }: Parts): Stop {
  let running: RunningLife | null = null
  // It loads the market's code before it is needed.
  let next = openThread()

  const begin = (is: Life): RunningLife => {
    running = { is, thread: null, taken: 0, said: [], heard: 0, marks: 0, marked: 0, failed: null, waiting: new Set() }
    return running
  }

  const lifeOf = (asked: GroupRequest): RunningLife | null => {
    if (running !== null && isSame(running.is, asked)) return running
    return asked.first === 1 && (running === null || isLater(asked, running.is)) ? begin(asked) : null
  }

  const build = ({ sealed, group: own }: SealedRecipe): MarketThread => {
    const recipe = vault.open(RECIPE, sealed)
    // What is drawn from the same recipe is the same: the life before has left its prices.
    if (market?.recipe.equals(recipe) === true && market.failed === null) {
      market.loadsOwed += 1
      market.thread.postMessage({ kind: 'renew', group: own } satisfies Renew)
      return market.thread
    }
    void market?.thread.terminate()
    market = listenTo(openMarket(next, recipe, { dataFolder, group: own }))
    next = openThread()
    return market.thread
  }

  /** Without the right keys there is no market: the core is told why. */
  const built = (life: RunningLife, recipe: SealedRecipe): MarketThread | null => {
    try {
      return build(recipe)
    } catch (error) {
      life.failed = error instanceof Error ? error.message : String(error)
      return null
    }
  }

  const listenTo = (own: OpenMarket): OpenMarket => {
    const fail = (): void => {
      if (running?.thread !== own.thread) return
      running.failed ??= own.failed
      wake(running)
    }
    own.thread.on('message', (message) => {
      const said = message as FromWorker
      if (own.loadsOwed > 0 || running?.thread !== own.thread) return
      if (said.kind !== 'marked') return void running.said.push(said)
      running.marked = said.id
      wake(running)
    })
    own.thread.on('error', fail)
    own.thread.on('exit', fail)
    return own
  }

  let market: OpenMarket | null = prepared === null || prepared.failed !== null ? null : listenTo(prepared)

  const take = (life: RunningLife, { first, messages }: GroupRequest): void => {
    const missing = messages.slice(Math.max(0, life.taken + 1 - first))
    if (missing.length === 0 || first > life.taken + 1) return
    for (const message of missing) {
      if (message.kind === 'recipe') life.thread = built(life, message)
      else life.thread?.postMessage(message)
      life.taken += 1
    }
    life.marks += 1
    life.thread?.postMessage({ kind: 'mark', id: life.marks })
  }

  const isDone = ({ marks, marked, failed }: RunningLife): boolean => failed !== null || marks === marked

  const reply = async (asked: GroupRequest): Promise<GroupReply> => {
    expectLeading(isSure)
    const life = lifeOf(asked)
    if (life === null) return { taken: null, first: 1, said: [], isDone: true, failed: null }
    take(life, asked)
    if (!isDone(life)) await done(life)
    expectLeading(isSure)
    if (asked.heard > life.heard) {
      life.said.splice(0, asked.heard - life.heard)
      life.heard = asked.heard
    }
    return { taken: life.taken, first: life.heard + 1, said: life.said, isDone: isDone(life), failed: life.failed }
  }

  const stop = bus.answer(subjects.marketGroup(group, epoch), async (bytes) => packed(await reply(unpacked<GroupRequest>(bytes))))
  return () => {
    stop()
    void market?.thread.terminate()
    void next.terminate()
  }
}

const openMarket = (thread: MarketThread, recipe: Buffer, own: Pick<VenueRecipe, 'dataFolder' | 'group'>): OpenMarket => {
  const market: OpenMarket = { recipe, thread, loadsOwed: 1, failed: null }
  // Heard before everybody else's, from the first moment on: one that dies while nobody needs it is not taken for one that lives.
  thread.on('message', (message) => void ((message as FromWorker).kind === 'loaded' && (market.loadsOwed -= 1)))
  thread.on('error', (error) => (market.failed ??= error instanceof Error ? error.message : String(error)))
  thread.on('exit', (code) => (market.failed ??= `the market's thread ended with code ${String(code)}`))
  thread.postMessage({ ...unpacked<VenueRecipe>(recipe), ...own })
  return market
}

export type Preparation = Pick<Parts, 'bus' | 'vault' | 'dataFolder' | 'openThread'> & Readonly<{ now: () => Instant }>

/**
 * Has a market without orders begin while this process stands by, so that it takes over with the prices there. Rejects where no core answers, or its
 * recipe is sealed with other keys.
 */
export async function prepareMarket({ bus, vault, dataFolder, openThread, now }: Preparation): Promise<OpenMarket> {
  const { sealed } = unpacked<SealedRecipe>(await bus.request(subjects.marketRecipe, packed(null), MAX_RECIPE_MS))
  const opened = vault.open(RECIPE, sealed)
  const thread = openThread()
  const market = openMarket(thread, opened, { dataFolder, group: undefined })
  const begun = new Promise<void>((resolve, reject) => {
    const fail = (): void => reject(new Error(market.failed ?? 'the market was not begun'))
    thread.on('message', (message) => void ((message as FromWorker).kind === 'begun' && resolve()))
    thread.on('error', fail)
    thread.on('exit', fail)
  })
  const nothing = { orders: [], halts: [], closed: [], listed: [], rounds: [], bookedUntil: now() }
  thread.postMessage({ kind: 'begin', ...nothing, now: now() } satisfies ToWorker)
  await begun
  return market
}

function wake({ waiting }: RunningLife): void {
  for (const resolve of waiting) resolve()
  waiting.clear()
}

/** Waits until something that was taken is done, but not for long. */
const done = ({ waiting }: RunningLife): Promise<void> =>
  Promise.race([new Promise<void>((resolve) => waiting.add(resolve)), sleep(MAX_REPLY_MS, undefined, { ref: false })])

const isSame = (one: Life, other: Life): boolean => one.leadership === other.leadership && one.life === other.life
const isLater = (one: Life, before: Life): boolean =>
  one.leadership > before.leadership || (one.leadership === before.leadership && one.life > before.life)
