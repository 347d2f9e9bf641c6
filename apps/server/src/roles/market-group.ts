import { setTimeout as sleep } from 'node:timers/promises'
import { type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import type { Bus, Stop } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import type { Vault } from '../vault/vault.ts'
import type { VenueRecipe } from '../venue/build-venue.ts'
import type { FromWorker } from '../venue/messages.ts'
import { type MarketThread, startThread } from '../venue/venue-thread.ts'
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
  isSure: () => boolean
}>

type RunningLife = {
  readonly is: Life
  readonly thread: MarketThread
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

/**
 * Runs the instruments of a group in a thread, one life of the market after the other, as the core that leads sends them. A life that is over is not
 * begun again by a message that comes late.
 */
export function runMarketGroup({ bus, vault, group, epoch, dataFolder, openThread, isSure }: Parts): Stop {
  let running: RunningLife | null = null
  // It loads the market's code before it is needed.
  let next = openThread()

  const begin = (is: Life): RunningLife => {
    void running?.thread.terminate()
    const thread = next
    next = openThread()
    const life: RunningLife = {
      ...{ is, thread, taken: 0, said: [], heard: 0, marks: 0, marked: 0, failed: null, waiting: new Set() },
    }
    const fail = (reason: string): void => {
      life.failed ??= reason
      wake(life)
    }
    thread.on('message', (message) => {
      const said = message as FromWorker
      if (said.kind !== 'marked') return void life.said.push(said)
      life.marked = said.id
      wake(life)
    })
    thread.on('error', (error) => fail(error instanceof Error ? error.message : String(error)))
    thread.on('exit', (code) => fail(`the market's thread ended with code ${String(code)}`))
    running = life
    return life
  }

  const lifeOf = (asked: GroupRequest): RunningLife | null => {
    if (running !== null && isSame(running.is, asked)) return running
    return asked.first === 1 && (running === null || isLater(asked, running.is)) ? begin(asked) : null
  }

  const take = (life: RunningLife, { first, messages }: GroupRequest): void => {
    const missing = messages.slice(Math.max(0, life.taken + 1 - first))
    if (missing.length === 0 || first > life.taken + 1) return
    for (const message of missing) {
      life.thread.postMessage(message.kind === 'recipe' ? recipeOf(message.sealed) : message)
      life.taken += 1
    }
    life.marks += 1
    life.thread.postMessage({ kind: 'mark', id: life.marks })
  }

  const recipeOf = (sealed: Uint8Array): VenueRecipe => openedRecipe(vault, sealed, dataFolder)

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
    void running?.thread.terminate()
    void next.terminate()
  }
}

const openedRecipe = (vault: Pick<Vault, 'open'>, sealed: Uint8Array, dataFolder: string | undefined): VenueRecipe => ({
  ...unpacked<VenueRecipe>(vault.open(RECIPE, sealed)),
  dataFolder,
})

type Preparation = Pick<Parts, 'bus' | 'vault' | 'dataFolder' | 'openThread'> & Readonly<{ now: () => Instant }>

/**
 * Has a market without orders begin and end, while this process stands by: the days that are over are in its folder then, and it takes over in a third of
 * the time. Without a core that answers it just takes over later.
 */
export async function prepareMarket({ bus, vault, dataFolder, openThread, now }: Preparation): Promise<void> {
  const { sealed } = unpacked<SealedRecipe>(await bus.request(subjects.marketRecipe, packed(null), MAX_RECIPE_MS))
  const thread = startThread(openThread(), openedRecipe(vault, sealed, dataFolder), NOBODY_HEARS)
  await thread.loaded
  await thread.begin({ orders: [], halts: [], closed: [], listed: [], rounds: [], bookedUntil: now() }, now())
  await thread.end()
}

const NOBODY_HEARS = {
  onEvents: () => undefined,
  onProposed: () => {
    throw new Error('nothing was proposed')
  },
  onFailure: () => undefined,
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
