import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Result } from '@rueda/rules/result.ts'
import type { Pool, PoolClient } from 'pg'
import type { Clock, Ids } from '../deps.ts'
import { createIds } from '../ids.ts'
import { CommandFault, runBatch } from './batch.ts'
import type { Command, Committed } from './command.ts'
import { openWritingPool } from './connections.ts'

/**
 * The write path is the one way money changes: commands queue, and whatever has gathered while the last batch was
 * committing goes into the next transaction together (group commit). Commands of one customer keep their order and
 * never run in two transactions at once; a refusal costs only its own command; nobody is answered before the commit.
 */
export type WritePath = Readonly<{
  run: <Data>(command: Command<Data>) => Promise<Result<Data>>
  /** Called after every commit with what changed. */
  onCommitted: (listener: (committed: Committed) => void) => void
  /** Stops taking commands and waits for those that were taken. */
  drain: () => Promise<void>
}>

type Waiting = Readonly<{ command: Command<unknown>; resolve: (result: Result<unknown>) => void; reject: (reason: Error) => void }>

type Options = Readonly<{
  pool: Pool
  /** The market's time: entries and orders carry it. */
  clock: Clock
  /** The time people live in, for how long an answer is repeated; the market's own may run faster or stand still. */
  wallClock?: Clock
  /** For the rows a batch makes by itself. */
  ids?: Ids
  /** Transactions in flight at the same time. */
  transactions?: number
  largestBatch?: number
  /** Called when a transaction failed and its commands were not answered with a result. */
  onFailure?: (error: Error, commands: number) => void
}>

const TRANSACTIONS = 2
const LARGEST_BATCH = 512
const SMALLEST_SHARE = 32
const MOST_WAITING = 20_000
const ATTEMPTS = 5
const RETRY_MS = 5
/** Serialisation failure, deadlock, lock not available: the transaction did nothing and may run again. */
const REPEATABLE = new Set(['40001', '40P01', '55P03'])

export class WritePathClosed extends Error {}

export function createWritePath({
  pool,
  clock,
  wallClock = clock,
  ids = createIds(wallClock),
  transactions = TRANSACTIONS,
  largestBatch = LARGEST_BATCH,
  onFailure,
}: Options): WritePath {
  const writing = openWritingPool(pool, transactions)
  let queue: Waiting[] = []
  const busyAccounts = new Set<string>()
  const listeners: ((committed: Committed) => void)[] = []
  let inFlight = 0
  let closed = false
  let drained: (() => void) | null = null

  const pump = (): void => {
    while (inFlight < transactions && queue.length > 0) {
      const batch = takeBatch()
      if (batch.length === 0) return
      inFlight += 1
      void commit(batch).finally(() => {
        inFlight -= 1
        for (const { command } of batch) busyAccounts.delete(command.accountId)
        pump()
        if (inFlight === 0 && queue.length === 0) drained?.()
      })
    }
  }

  /** The oldest commands of accounts that no other transaction is working on; none overtakes an earlier one of its account. */
  const takeBatch = (): Waiting[] => {
    // What waits is shared among the free transactions, so that all of them have work; small crowds stay together.
    const share = Math.max(SMALLEST_SHARE, Math.ceil(queue.length / (transactions - inFlight)))
    const most = Math.min(largestBatch, share)
    const batch: Waiting[] = []
    const left: Waiting[] = []
    const leftBehind = new Set<string>()
    for (const waiting of queue) {
      const { accountId } = waiting.command
      if (batch.length < most && !busyAccounts.has(accountId) && !leftBehind.has(accountId)) {
        batch.push(waiting)
      } else {
        leftBehind.add(accountId)
        left.push(waiting)
      }
    }
    for (const { command } of batch) busyAccounts.add(command.accountId)
    queue = left
    return batch
  }

  const commit = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const { results, committed } = await attempt(
        writing,
        batch.map(({ command }) => command),
        { clock, wallClock, ids },
      )
      for (const listener of listeners) listener(committed)
      for (const [index, { resolve }] of batch.entries()) {
        const result = results[index]
        if (result !== undefined) resolve(result)
      }
    } catch (error) {
      await isolate(batch, error)
    }
  }

  /** One broken command must not cost the others theirs: it is answered alone, the rest goes again. */
  const isolate = async (batch: readonly Waiting[], error: unknown): Promise<void> => {
    if (error instanceof CommandFault && batch.length > 1) {
      const rest = batch.filter(({ command }) => command !== error.command)
      fail(
        batch.filter(({ command }) => command === error.command),
        error,
      )
      await commit(rest)
    } else if (isDataError(error) && batch.length > 1) {
      for (const waiting of batch) await commit([waiting])
    } else {
      fail(batch, error)
    }
  }

  const fail = (batch: readonly Waiting[], reason: unknown): void => {
    const error = reason instanceof Error ? reason : new Error(String(reason))
    onFailure?.(error, batch.length)
    for (const { reject } of batch) reject(error)
  }

  const run = <Data>(command: Command<Data>): Promise<Result<Data>> => {
    if (closed) return Promise.reject(new WritePathClosed('the write path is closed'))
    if (queue.length >= MOST_WAITING) return Promise.resolve({ ok: false, refusal: 'rate.limited', facts: { retryAfterMs: SECOND_MS } })
    return new Promise<Result<Data>>((resolve, reject) => {
      queue.push({ command, resolve: resolve as Waiting['resolve'], reject })
      // The rest of this turn of the event loop may bring more commands for the same batch.
      if (inFlight < transactions) queueMicrotask(pump)
    })
  }

  const drain = async (): Promise<void> => {
    closed = true
    if (inFlight > 0 || queue.length > 0) {
      await new Promise<void>((resolve) => {
        drained = resolve
      })
    }
    if (!writing.ending) await writing.end()
  }

  return { run, onCommitted: (listener) => void listeners.push(listener), drain }
}

/** Runs a batch, and again when the database undid it without effect. Any other failure is passed on: its outcome may be unknown. */
async function attempt(
  pool: Pool,
  commands: readonly Command<unknown>[],
  { clock, wallClock, ids }: Readonly<{ clock: Clock; wallClock: Clock; ids: Ids }>,
): ReturnType<typeof runBatch> {
  for (let tried = 1; ; tried += 1) {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      return await runBatch(client, commands, { now: clock.now(), askedAt: wallClock.now(), ids })
    } catch (error) {
      broken = await rollBack(client)
      if (tried === ATTEMPTS || !isRepeatable(error)) throw error
    } finally {
      client.release(broken)
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS * tried))
  }
}

const sqlStateOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''
const isRepeatable = (error: unknown): boolean => REPEATABLE.has(sqlStateOf(error))
/** A value or a constraint was violated: the transaction certainly did nothing. */
const isDataError = (error: unknown): boolean => /^2[23]/u.test(sqlStateOf(error))

/** Answers with the error when the connection cannot be used any more. */
async function rollBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
