import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { Client, type PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { rowTypes } from '../db/row-types.ts'
import { advanceEpoch, readEpoch } from './epoch.ts'

/**
 * One server leads a database: it alone migrates, runs the market and writes the ledger. It holds this advisory lock. The
 * database ends the lock's connection when it is silent for two seconds, so that a process that stands still loses its
 * lock as one that ended does; a leader that lives sends something twice a second.
 */
export const LEADER_LOCK = 7_830_001
const TRY_EVERY_MS = 100
const PING_EVERY_MS = SECOND_MS / 2
const MAX_SILENT_MS = 2 * SECOND_MS
/** Limit for a network that swallows everything and answers neither yes nor no. */
const ANSWER_WITHIN_MS = 5 * SECOND_MS
const MAX_END_MS = SECOND_MS
/** Epoch of a database without tables. */
const BEFORE_THE_FIRST = 0n

export type Leadership = Readonly<{
  /** The number of this leadership: written into the database before anything else, and held against it in every batch. */
  epoch: () => bigint
  /** Whether it was heard of the lock just now. A process that stood still is not sure, and lets another one answer. */
  isSure: () => boolean
  /** Adds one, for a database that had no epoch when it was taken over. */
  advance: () => Promise<void>
  /** Settles with the reason when another server leads. */
  lost: Promise<string>
  /** Called by code that learned it from the database. */
  depose: () => void
  resign: () => Promise<void>
}>

type Options = Readonly<{
  connection: PoolConfig
  log: Pick<Logger, 'info' | 'warn'>
  /** Called once when another server leads, before waiting for it as a standby. */
  onStandby: () => Promise<void>
}>

/** Resolves when this server leads, however long another one does until then; the earlier leader books nothing any more. */
export async function takeLeadership({ connection, log, onStandby }: Options): Promise<Leadership> {
  const first = await openLockSession(connection)
  const session = (await first.tryLock()) ? first : await standBy({ connection, log, onStandby }, first)
  const epoch = await advanceEpoch(session.client)
  return new Leader({ connection, log, session, epoch: epoch ?? BEFORE_THE_FIRST })
}

async function standBy({ connection, log, onStandby }: Options, first: LockSession): Promise<LockSession> {
  log.info({}, 'another server leads this database; this one waits as a standby')
  await onStandby()
  const session = await lockWhenFree(connection, { known: first, isOver: () => false, onRefused: async () => undefined })
  if (session === null) throw new Error('a standby stopped waiting without a reason')
  log.info({}, 'this server leads now')
  return session
}

type Waiting = Readonly<{ known: LockSession | null; isOver: () => boolean; onRefused: (session: LockSession) => Promise<void> }>

/** Tries until the lock is given, with a new connection whenever one breaks; null when it was stopped before. */
async function lockWhenFree(connection: PoolConfig, { known, isOver, onRefused }: Waiting): Promise<LockSession | null> {
  let session = known
  while (!isOver()) {
    try {
      session ??= await openLockSession(connection)
      if (await session.tryLock()) return session
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

type Parts = Pick<Options, 'connection' | 'log'> & Readonly<{ session: LockSession; epoch: bigint }>

class Leader implements Leadership {
  readonly #connection: PoolConfig
  readonly #log: Options['log']
  readonly #lost = Promise.withResolvers<string>()
  readonly #timer: NodeJS.Timeout
  #session: LockSession
  #epoch: bigint
  #isOver = false
  #isRegaining = false
  #isPinging = false
  #heardAt = performance.now()

  constructor({ connection, log, session, epoch }: Parts) {
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
      this.#epoch = (await advanceEpoch(session.client)) ?? this.#epoch
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
    this.#lost.resolve('another server leads this database')
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
    await session.ping().then(
      () => void (this.#heardAt = performance.now()),
      () => session.end(),
    )
    this.#isPinging = false
    if (session.isBroken()) await this.#regain()
  }

  /**
   * Takes the lost lock again after the connection broke. While nobody else has led, everything this server knows is still
   * true, and it goes on; the epoch protects the ledger meanwhile. Once somebody has led, it must not go on.
   */
  async #regain(): Promise<void> {
    if (this.#isOver || this.#isRegaining) return
    this.#isRegaining = true
    this.#log.warn({}, 'the connection that holds the leadership broke; this server asks for it again')
    const session = await lockWhenFree(this.#connection, {
      known: null,
      isOver: () => this.#isOver,
      onRefused: async ({ client }) => this.#compare(await readEpoch(client)),
    })
    this.#isRegaining = false
    if (session === null) return
    this.#session = session
    this.#watch(session)
    try {
      this.#compare(await readEpoch(session.client))
      this.#heardAt = performance.now()
    } catch {
      await session.end()
      return this.#regain()
    }
  }

  #compare(epoch: bigint | null): void {
    if (epoch !== null && epoch !== this.#epoch) this.depose()
  }
}

type LockSession = Readonly<{
  client: Client
  tryLock: () => Promise<boolean>
  ping: () => Promise<void>
  isBroken: () => boolean
  onBroken: (listener: () => void) => void
  /** Gives the lock back by ending the connection; neither fails nor takes long. */
  end: () => Promise<void>
}>

async function openLockSession(connection: PoolConfig): Promise<LockSession> {
  const client = new Client({
    ...connection,
    types: rowTypes,
    application_name: 'rueda leader',
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
    tryLock: async () => {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LEADER_LOCK])
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
