import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { Client, type PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { rowTypes } from '../db/row-types.ts'
import { type EpochCounter, advanceEpoch, readEpoch } from './epoch.ts'

/**
 * What one process at a time holds by an advisory lock. The database ends the lock's connection when it is silent for two seconds, so that a
 * process that stands still loses its lock as one that ended does; a holder that lives sends something twice a second.
 */
const TRY_EVERY_MS = 100
const PING_EVERY_MS = SECOND_MS / 2
const MAX_SILENT_MS = 2 * SECOND_MS
/** Limit for a network that swallows everything and answers neither yes nor no. */
const ANSWER_WITHIN_MS = 5 * SECOND_MS
const MAX_END_MS = SECOND_MS
/** Epoch of a database without tables. */
const BEFORE_THE_FIRST = 0n

export type Lease = Readonly<{
  /** How often it was taken until now: written into the database before anything else, and held against it in every batch. */
  epoch: () => bigint
  /** Whether it was heard of the lock just now. A process that stood still is not sure, and lets another one answer. */
  isSure: () => boolean
  /** Adds one, for a database that had no epoch when it was taken over. */
  advance: () => Promise<void>
  /** Settles with the reason when another process holds it. */
  lost: Promise<string>
  /** Called by code that learned it from the database. */
  depose: () => void
  resign: () => Promise<void>
}>

/** Something that one process holds: its lock, and the counter of its holders. */
export type Held = Readonly<{
  lock: number
  counter: EpochCounter
  /** Set for what somebody else may take away or count on by itself: its holder looks at the counter twice a second, and goes where it is another. */
  isWatched?: true
}>

export type LeaseTexts = Readonly<{
  /** The name of the lock's connection in the database. */
  connection: string
  /** For the log: that it waits, that it holds, that its connection broke; and the reason why it goes. */
  waits: string
  holds: string
  broke: string
  lost: string
}>

type Options<Own extends Held> = Readonly<{
  connection: PoolConfig
  log: Pick<Logger, 'info' | 'warn'>
  /** Called once when there is nothing to hold now, before waiting for it as a standby. */
  onStandby: () => Promise<void>
  /** Everything that it may hold, of which it takes the first that is free. */
  choices: (client: Client) => Promise<readonly Own[]>
  texts: LeaseTexts
}>

/** Resolves when this process holds one of them, however long others do until then; who held it before books nothing any more. */
export async function takeLease<Own extends Held>(options: Options<Own>): Promise<Readonly<{ lease: Lease; held: Own }>> {
  const { connection, log, texts, choices } = options
  const claim = (session: LockSession): Promise<Own | null> => firstFree(session, choices)
  const first = await openLockSession(connection, texts)
  const held = await claim(first)
  const taken = held === null ? await standBy(options, { first, claim }) : { session: first, held }
  const epoch = await advanceEpoch(taken.session.client, taken.held.counter)
  return { lease: new Holder({ connection, log, texts, ...taken, epoch: epoch ?? BEFORE_THE_FIRST }), held: taken.held }
}

async function firstFree<Own extends Held>(
  session: LockSession,
  choices: (client: Client) => Promise<readonly Own[]>,
): Promise<Own | null> {
  for (const choice of await choices(session.client)) if (await session.tryLock(choice.lock)) return choice
  return null
}

type Claim<Own> = (session: LockSession) => Promise<Own | null>
type Taken<Own> = Readonly<{ session: LockSession; held: Own }>

async function standBy<Own extends Held>(
  { connection, log, texts, onStandby }: Options<Own>,
  { first, claim }: Readonly<{ first: LockSession; claim: Claim<Own> }>,
): Promise<Taken<Own>> {
  log.info({}, texts.waits)
  await onStandby()
  const waiting = { texts, claim, known: first, isOver: () => false, onRefused: async () => undefined }
  const taken = await lockWhenFree(connection, waiting)
  if (taken === null) throw new Error('a standby stopped waiting without a reason')
  log.info({}, texts.holds)
  return taken
}

type Waiting<Own> = Readonly<{
  texts: LeaseTexts
  claim: Claim<Own>
  known: LockSession | null
  isOver: () => boolean
  onRefused: (session: LockSession) => Promise<void>
}>

/** Tries until a lock is given, with a new connection whenever one breaks; null when it was stopped before. */
async function lockWhenFree<Own>(
  connection: PoolConfig,
  { texts, claim, known, isOver, onRefused }: Waiting<Own>,
): Promise<Taken<Own> | null> {
  let session = known
  while (!isOver()) {
    try {
      session ??= await openLockSession(connection, texts)
      const held = await claim(session)
      if (held !== null) return { session, held }
      await onRefused(session)
    } catch {
      await session?.end()
      session = null
    }
    await sleep(TRY_EVERY_MS)
  }
  await session?.end()
  return null
}

type Parts = Readonly<{
  connection: PoolConfig
  log: Pick<Logger, 'info' | 'warn'>
  texts: LeaseTexts
  held: Held
  session: LockSession
  epoch: bigint
}>

class Holder implements Lease {
  readonly #connection: PoolConfig
  readonly #log: Parts['log']
  readonly #texts: LeaseTexts
  readonly #held: Held
  readonly #lost = Promise.withResolvers<string>()
  readonly #timer: NodeJS.Timeout
  #session: LockSession
  #epoch: bigint
  #isOver = false
  #isRegaining = false
  #isPinging = false
  #heardAt = performance.now()

  constructor({ connection, log, texts, held, session, epoch }: Parts) {
    this.#texts = texts
    this.#held = held
    this.#epoch = epoch
    this.#connection = connection
    this.#log = log
    this.#session = session
    this.#watch(session)
    this.#timer = setInterval(() => void this.#ping(), PING_EVERY_MS)
  }

  readonly epoch = (): bigint => this.#epoch

  readonly isSure = (): boolean => !this.#isOver && performance.now() - this.#heardAt < MAX_SILENT_MS

  get lost(): Promise<string> {
    return this.#lost.promise
  }

  async advance(): Promise<void> {
    const session = this.#session
    try {
      this.#epoch = (await advanceEpoch(session.client, this.#held.counter)) ?? this.#epoch
    } catch (error) {
      if (!session.isBroken() || this.#isOver) throw error
      await sleep(TRY_EVERY_MS)
      return this.advance()
    }
  }

  readonly depose = (): void => {
    if (this.#isOver) return
    this.#isOver = true
    clearInterval(this.#timer)
    this.#lost.resolve(this.#texts.lost)
    void this.#session.end()
  }

  async resign(): Promise<void> {
    this.#isOver = true
    clearInterval(this.#timer)
    await this.#session.end()
  }

  #watch(session: LockSession): void {
    session.onBroken(() => {
      if (session === this.#session) void this.#regain()
    })
  }

  async #ping(): Promise<void> {
    if (this.#isPinging || this.#isRegaining) return
    this.#isPinging = true
    const session = this.#session
    await this.#look(session).then(
      () => void (this.#heardAt = performance.now()),
      () => session.end(),
    )
    this.#isPinging = false
    if (session.isBroken()) await this.#regain()
  }

  async #look(session: LockSession): Promise<void> {
    if (this.#held.isWatched === true) this.#compare(await readEpoch(session.client, this.#held.counter))
    else await session.ping()
  }

  /**
   * Takes the lost lock again after the connection broke. While nobody else has held it, everything this process knows is still
   * true, and it goes on; the epoch protects the ledger meanwhile. Once somebody has, it must not go on.
   */
  async #regain(): Promise<void> {
    if (this.#isOver || this.#isRegaining) return
    this.#isRegaining = true
    this.#log.warn({}, this.#texts.broke)
    const { counter } = this.#held
    const taken = await lockWhenFree(this.#connection, {
      texts: this.#texts,
      claim: async (asking) => ((await asking.tryLock(this.#held.lock)) ? this.#held : null),
      known: null,
      isOver: () => this.#isOver,
      onRefused: async ({ client }) => this.#compare(await readEpoch(client, counter)),
    })
    this.#isRegaining = false
    if (taken === null) return
    const { session } = taken
    this.#session = session
    this.#watch(session)
    try {
      this.#compare(await readEpoch(session.client, counter))
      this.#heardAt = performance.now()
    } catch {
      await session.end()
      return this.#regain()
    }
  }

  #compare(epoch: bigint | null): void {
    // Before the first migration there is no epoch; what has been taken away has none any more.
    const isOther = epoch === null ? this.#held.isWatched === true : epoch !== this.#epoch
    if (isOther) this.depose()
  }
}

type LockSession = Readonly<{
  client: Client
  tryLock: (lock: number) => Promise<boolean>
  ping: () => Promise<void>
  isBroken: () => boolean
  onBroken: (listener: () => void) => void
  /** Gives the lock back by ending the connection; neither fails nor takes long. */
  end: () => Promise<void>
}>

async function openLockSession(connection: PoolConfig, { connection: name }: LeaseTexts): Promise<LockSession> {
  const client = new Client({
    ...connection,
    types: rowTypes,
    application_name: name,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
  })
  let broken = false
  let tell = (): void => undefined
  const breaks = (): void => {
    if (broken) return
    broken = true
    tell()
  }
  client.on('error', breaks)
  client.on('end', breaks)
  try {
    await client.connect()
    await client.query(`set idle_session_timeout = ${MAX_SILENT_MS}`)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  return {
    client,
    tryLock: async (lock) => {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lock])
      return rows[0]?.locked === true
    },
    ping: async () => void (await client.query('select 1')),
    isBroken: () => broken,
    onBroken: (listener) => {
      tell = listener
    },
    end: async () => {
      tell = () => undefined
      broken = true
      // A connection that does not answer any more is not waited for.
      await Promise.race([client.end().catch(() => undefined), sleep(MAX_END_MS)])
    },
  }
}
