import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { type Bus, NoAnswer } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import type { Vault } from '../vault/vault.ts'
import type { Logger } from 'pino'
import { joinedMarket } from '../venue/groups/joined-market.ts'
import type { VenueRecipe } from '../venue/build-venue.ts'
import type { MarketThread } from '../venue/venue-thread.ts'
import type { ToWorker } from '../venue/messages.ts'
import { type GroupReply, type GroupRequest, type Life, RECIPE, type SealedRecipe, type ToGroup } from './market-messages.ts'
import { subjects } from './subjects.ts'

/** A process that lives replies sooner than this, whatever it is doing. */
const REPLY_WITHIN_MS = SECOND_MS / 2
/** A large request, as the first of a life with many open orders, takes so much longer to be packed, sent and read. */
const BYTES_A_MS = 10 * 1024
const LOOK_AGAIN_AFTER_MS = SECOND_MS / 10
/** Whoever has a group is waited for by each life itself. */
export const REMOTE_AGAIN_AFTER_MS = SECOND_MS / 4
/** It is said when a group has had no process for so long. */
const SAID_AFTER_MS = 3 * SECOND_MS
/** A life whose process is silent for longer ends; the next one begins with whoever has the group then. */
const MAX_SILENT_MS = 2 * SECOND_MS

type Parts = Readonly<{
  bus: Bus
  vault: Pick<Vault, 'seal'>
  groups: number
  leadership: () => bigint
  /** The epoch of a group in the books; null where there is no such group, or nobody has held it yet. */
  epochOf: (group: number) => Promise<bigint | null>
  log: Pick<Logger, 'warn'>
}>

type GroupParts = Parts & Readonly<{ onRecipe: (recipe: VenueRecipe) => void }>

/** Opens lives of a market whose instruments are run by other processes, group by group. */
export function openRemoteMarkets(parts: Parts): () => MarketThread {
  let lives = 0
  const recipe = Promise.withResolvers<VenueRecipe>()
  parts.bus.answer(subjects.marketRecipe, async () => packed(sealed(parts.vault, await recipe.promise)))
  return () => {
    lives += 1
    const is: Life = { leadership: parts.leadership(), life: lives }
    return joinedMarket(
      Array.from({ length: parts.groups }, (_, group) => new RemoteGroup({ ...parts, onRecipe: recipe.resolve }, group, is)),
    )
  }
}

/** The same bytes for every group; what it says of a folder is that of the core. */
const sealed = (vault: Pick<Vault, 'seal'>, { group, dataFolder: _ofCore, ...recipe }: VenueRecipe): SealedRecipe => ({
  kind: 'recipe',
  sealed: vault.seal(RECIPE, packed(recipe)),
  group,
})

/** One life of a group, as a thread would be: messages are posted and heard in their order, each once. */
class RemoteGroup implements MarketThread {
  readonly #parts: GroupParts
  readonly #group: number
  readonly #is: Life
  readonly #events = new EventEmitter()
  /** Posted and not taken yet. */
  #queue: ToGroup[] = []
  #posted = 0
  #taken = 0
  #heard = 0
  /** The epoch in which this life began there; null before it has. */
  #epoch: bigint | null = null
  /** Since when no request was replied to; null while they are. */
  #silentSince: number | null = null
  /** What the last request was given beyond the usual. */
  #patienceMs = 0
  #isDone = true
  #isAsking = false
  #isOver = false
  readonly #openedAt = performance.now()
  #hasSaid = false

  constructor(parts: GroupParts, group: number, is: Life) {
    this.#parts = parts
    this.#group = group
    this.#is = is
  }

  on(name: 'message' | 'error' | 'exit', listener: (value: unknown) => void): void {
    this.#events.on(name, listener)
  }

  postMessage(message: unknown): void {
    this.#queue.push(this.#posted === 0 ? this.#sealed(message as VenueRecipe) : (message as ToWorker))
    this.#posted += 1
    void this.#ask()
  }

  async terminate(): Promise<number> {
    this.#isOver = true
    return 0
  }

  #sealed(recipe: VenueRecipe): ToGroup {
    this.#parts.onRecipe(recipe)
    return sealed(this.#parts.vault, recipe)
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    try {
      while (!this.#isOver && (this.#queue.length > 0 || !this.#isDone)) await this.#askOnce()
    } catch (error) {
      this.#fail(error)
    }
    this.#isAsking = false
  }

  async #askOnce(): Promise<void> {
    const epoch = await this.#epochAsked()
    if (epoch === null || this.#isOver) return
    const asked = performance.now()
    const request: GroupRequest = { ...this.#is, first: this.#taken + 1, messages: this.#queue, heard: this.#heard }
    try {
      const body = packed(request)
      this.#patienceMs = body.length / BYTES_A_MS
      const within = REPLY_WITHIN_MS + this.#patienceMs
      const bytes = await this.#parts.bus.request(subjects.marketGroup(this.#group, epoch), body, within)
      this.#hear(unpacked<GroupReply>(bytes), epoch)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      this.#silentSince ??= asked
      await this.#look()
    }
  }

  /** Before the life has begun: whoever has the group now. */
  async #epochAsked(): Promise<bigint | null> {
    const epoch = this.#epoch ?? (await this.#read())
    if (epoch === null) await sleep(LOOK_AGAIN_AFTER_MS)
    return epoch
  }

  /** Once: the start of a core waits for it. */
  #sayWaiting(): void {
    if (this.#hasSaid || performance.now() - this.#openedAt < SAID_AFTER_MS) return
    this.#hasSaid = true
    this.#parts.log.warn({ group: this.#group }, 'the market waits for a process with ROLE=market that runs this group of instruments')
  }

  #hear(reply: GroupReply, epoch: bigint): void {
    if (this.#isOver) return
    if (reply.taken === null) throw new Error(`group ${this.#group} of the market does not know this life any more`)
    this.#epoch = epoch
    this.#silentSince = null
    this.#queue = this.#queue.slice(Math.max(0, reply.taken - this.#taken))
    this.#taken = Math.max(this.#taken, reply.taken)
    this.#isDone = reply.isDone
    const missing = reply.said.slice(Math.max(0, this.#heard + 1 - reply.first))
    for (const message of missing) {
      this.#heard += 1
      this.#events.emit('message', message)
    }
    if (reply.failed !== null) throw new Error(`group ${this.#group} of the market: ${reply.failed}`)
  }

  /** Ends the life when another process has the group, or none has replied for too long. */
  async #look(): Promise<void> {
    await sleep(LOOK_AGAIN_AFTER_MS)
    if (this.#isOver) return
    if (this.#epoch === null) return this.#sayWaiting()
    const epoch = await this.#read()
    if (epoch !== null && epoch !== this.#epoch) throw new Error(`group ${this.#group} of the market has another process`)
    const isSilent = this.#silentSince !== null && performance.now() - this.#silentSince > MAX_SILENT_MS + 2 * this.#patienceMs
    if (isSilent) throw new Error(`group ${this.#group} of the market does not answer`)
  }

  /** Null while the database does not say it. */
  #read(): Promise<bigint | null> {
    return this.#parts.epochOf(this.#group).catch(() => null)
  }

  #fail(error: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#events.emit('error', error)
  }
}
