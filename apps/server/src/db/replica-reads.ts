import { AsyncLocalStorage } from 'node:async_hooks'
import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { StartRefused } from './start-refused.ts'

/** A replica that is further behind than this is left out until it has caught up. */
export const MAX_LAG_MS = 5 * SECOND_MS
const LOOK_EVERY_MS = SECOND_MS / 2
/** As many looks as reach back beyond the lag that is allowed. */
const KEPT_LOOKS = (2 * MAX_LAG_MS) / LOOK_EVERY_MS
const MAX_WRITERS = 100_000

/** A place in the database's log; a later one is larger. */
type Position = bigint
type Look = Readonly<{ at: number; position: Position }>

/**
 * Reads that may come from a replica. Whoever has just changed something reads it from the primary until the replica has it as well; everybody
 * else is at most five seconds behind.
 */
export interface ReplicaReads {
  /** Where statements go: to the replica within `reading` where that is right, otherwise to the primary. */
  readonly pool: Pool
  /** Runs reads of one account, or of nobody's. */
  reading<Value>(accountId: string | null, read: () => Promise<Value>): Promise<Value>
  /** Notes that something of an account may have changed by now. */
  changed(accountId: string): void
  /** Looks how far both are; by itself twice a second. */
  look(): Promise<void>
  stop(): Promise<void>
}

type Parts = Readonly<{
  primary: Pool
  replica: Pool
  /** Whether an error says that the database is away, so that the same read is asked of the primary. */
  isAway: (error: unknown) => boolean
  log: Pick<Logger, 'info' | 'warn'>
  /** Milliseconds that never go back. */
  elapsed?: () => number
}>

/** Throws `StartRefused` where it is no replica of this primary; one that does not answer yet is said, and left out until it does. */
export async function openReplicaReads(parts: Parts): Promise<ReplicaReads> {
  await expectReplica(parts)
  const reads = new Reads(parts)
  await reads.look()
  reads.begin()
  return reads
}

/** Another database may be ahead in a log of its own: whoever believed it would show something else. */
const WHO = 'select pg_is_in_recovery() as follows, (select system_identifier from pg_control_system())::text as cluster'
type Who = Readonly<{ follows: boolean; cluster: string }>

async function expectReplica({ primary, replica, log }: Parts): Promise<void> {
  const [own] = (await primary.query<Who>(WHO)).rows
  const other = await replica.query<Who>(WHO).then(
    ({ rows }) => rows[0],
    (error: unknown) => {
      log.warn({ err: error }, 'the database of READ_URL does not answer; reads go to the primary until it does')
      return undefined
    },
  )
  if (other === undefined) return
  if (!other.follows) throw new StartRefused('READ_URL leads to a database that follows nobody. It names a replica, or is left out.')
  if (other.cluster !== own?.cluster)
    throw new StartRefused('READ_URL leads to a replica of another database than DATABASE_URL. It names one of the same, or is left out.')
}

class Reads implements ReplicaReads {
  readonly pool: Pool
  readonly #parts: Parts
  readonly #elapsed: () => number
  readonly #chosen = new AsyncLocalStorage<Pool>()
  /** Where the primary was at its last looks, oldest first. */
  #looks: Look[] = []
  /** How far the replica is; null while it does not say. */
  #replayed: Position | null = null
  /** Up to where the replica has to be for an account; null where that is still to be asked. */
  readonly #changed = new Map<string, Position | null>()
  #timer: NodeJS.Timeout | undefined
  #isUsed = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#elapsed = parts.elapsed ?? (() => performance.now())
    this.pool = routed(parts.primary, () => this.#chosen.getStore() ?? parts.primary)
  }

  async reading<Value>(accountId: string | null, read: () => Promise<Value>): Promise<Value> {
    const { primary, replica, isAway } = this.#parts
    if (!(await this.#mayUseReplica(accountId))) return this.#chosen.run(primary, read)
    try {
      return await this.#chosen.run(replica, read)
    } catch (error) {
      if (!isAway(error)) throw error
      this.#replayed = null
      return this.#chosen.run(primary, read)
    }
  }

  changed(accountId: string): void {
    if (this.#changed.size >= MAX_WRITERS) this.#forgetReached()
    this.#changed.set(accountId, null)
  }

  begin(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS)
    this.#timer.unref()
  }

  async look(): Promise<void> {
    const { primary, replica, log } = this.#parts
    const [position, replayed] = await Promise.all([positionOf(primary, CURRENT), positionOf(replica, REPLAYED)])
    if (position !== null) this.#looks = [...this.#looks, { at: this.#elapsed(), position }].slice(-KEPT_LOOKS)
    this.#replayed = replayed
    const isUsed = this.#isFresh()
    if (isUsed !== this.#isUsed)
      log[isUsed ? 'info' : 'warn']({}, isUsed ? 'reads go to the replica' : 'the replica is left out until it has caught up')
    this.#isUsed = isUsed
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#parts.replica.end()
  }

  /** The newest moment of the primary that the replica has reached says how far it is behind. */
  #isFresh(): boolean {
    const replayed = this.#replayed
    if (replayed === null) return false
    const reached = this.#looks.findLast(({ position }) => position <= replayed)
    return reached !== undefined && this.#elapsed() - reached.at <= MAX_LAG_MS
  }

  async #mayUseReplica(accountId: string | null): Promise<boolean> {
    if (!this.#isFresh()) return false
    if (accountId === null) return true
    let needed = this.#changed.get(accountId)
    if (needed === undefined) return true
    if (needed === null) {
      needed = await positionOf(this.#parts.primary, CURRENT)
      // Without an answer nothing is known of what it has to reach.
      if (needed === null) return false
      // Another change may have come meanwhile.
      if (this.#changed.get(accountId) === null) this.#changed.set(accountId, needed)
    }
    if (this.#replayed === null || this.#replayed < needed) return false
    if (this.#changed.get(accountId) === needed) this.#changed.delete(accountId)
    return true
  }

  #forgetReached(): void {
    const replayed = this.#replayed ?? 0n
    for (const [accountId, needed] of this.#changed) if (needed !== null && needed <= replayed) this.#changed.delete(accountId)
  }
}

const CURRENT = 'select pg_current_wal_flush_lsn()::text as at'
const REPLAYED = 'select pg_last_wal_replay_lsn()::text as at'
const HALF_BITS = 32n

async function positionOf(pool: Pool, query: string): Promise<Position | null> {
  try {
    const { rows } = await pool.query<{ at: string | null }>(query)
    return positionIn(rows[0]?.at ?? null)
  } catch {
    return null
  }
}

/** "16/B374D848" is two halves in hex. */
export function positionIn(text: string | null): Position | null {
  const { high, low } = /^(?<high>[0-9A-F]{1,8})\/(?<low>[0-9A-F]{1,8})$/u.exec(text ?? '')?.groups ?? {}
  return high === undefined || low === undefined ? null : (BigInt(`0x${high}`) << HALF_BITS) | BigInt(`0x${low}`)
}

/** A pool that is, at each use, the one that is chosen then. */
const routed = (primary: Pool, chosen: () => Pool): Pool =>
  new Proxy(primary, {
    get(_, name) {
      const pool = chosen()
      const value: unknown = Reflect.get(pool, name, pool)
      return typeof value === 'function' ? (value.bind(pool) as unknown) : value
    },
  })
