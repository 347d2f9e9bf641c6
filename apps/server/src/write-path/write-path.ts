import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Result } from '@rueda/rules/result.ts'
import type { Pool } from 'pg'
import type { Clock, Ids } from '../deps.ts'
import { createIds } from '../ids.ts'
import type { BoundCommand, Committed } from './command.ts'
import type { HeldEpochs } from './batch.ts'
import { type Bundle, type Committing, type Over, commitBundles } from './commit.ts'
import { openWritingPool } from './connections.ts'
import { NO_INPUTS } from '../venue/input-chains.ts'
import type { Propose } from '../venue/proposals.ts'
import { KeptStates } from './kept-states.ts'
import type { Kinds } from './record-kind.ts'
import type { WritesInputs } from './save.ts'

/**
 * Carries out commands (`commands.ts`), and nothing else changes money: they queue, and those that have gathered while the last batch was committing go into
 * the next transaction together (group commit). Commands of one customer keep their order and never run in two transactions
 * at once; a refusal costs only its own command; nobody is answered before the commit.
 */
export type WritePath = Readonly<{
  run: <Data>(command: BoundCommand<Data>) => Promise<Result<Data>>
  /**
   * Runs commands of one account in their order and in one transaction, up to the first that fails; for the server's own
   * work, which waits in a queue of any length.
   */
  runTogether: <Data>(commands: readonly BoundCommand<Data>[]) => Promise<RunTogether<Data>>
  /** Called after every commit with what changed. */
  onCommitted: (listener: (committed: Committed) => void) => void
  /** Stops taking commands and waits for those that were taken. */
  drain: () => Promise<void>
}>

/** The results of the commands before the first that failed, and why that one did; null when none failed. */
export type RunTogether<Data> = Readonly<{ results: readonly Result<Data>[]; failure: Error | null }>

type Options = Readonly<{
  pool: Pool
  /** Everything that is kept beside entries and wallets (`features/all-records.ts`). */
  kinds: Kinds
  clock: Clock
  /** Has the venue execute new orders before they are committed; left out, they reach it after their commit. */
  propose?: Propose
  /** Where what reached the market's engines is taken from; left out, nothing is. */
  inputs?: WritesInputs
  wallClock?: Clock
  /** States between batches; a test that looks into them brings its own. */
  keptStates?: KeptStates
  ids?: Ids
  /** Transactions in flight at the same time, beside the one kept for what goes first. */
  transactions?: number
  largestBatch?: number
  /** Called when a transaction failed and its commands were not answered with a result. */
  onFailure?: (error: Error, commands: number) => void
  /** The leadership this process writes in; left out, the one of a database that nobody has led yet. */
  epoch?: () => bigint
  /** Its range of accounts; left out, it writes them all. */
  range?: () => HeldEpochs['range']
  /** Called when the database refused a batch because another process leads, or holds the range, since. */
  onDeposed?: (over: Over) => void
}>

const TRANSACTIONS = 2
/** Transactions beside them for what goes first. */
const TRANSACTIONS_KEPT = 1
const MAX_BATCH = 512
const MIN_SHARE = 32
const MAX_WAITING = 20_000
const FIRST_EPOCH = 0n

export class WritePathClosed extends Error {}

export function createWritePath({
  pool,
  kinds,
  clock,
  propose = () => Promise.resolve(null),
  inputs = NO_INPUTS,
  wallClock = clock,
  keptStates = new KeptStates(kinds),
  ids = createIds(wallClock),
  transactions = TRANSACTIONS,
  largestBatch = MAX_BATCH,
  onFailure = () => undefined,
  epoch = () => FIRST_EPOCH,
  range = () => null,
  onDeposed = () => undefined,
}: Options): WritePath {
  const writing = openWritingPool(pool, transactions + TRANSACTIONS_KEPT)
  let queue: Bundle[] = []
  /** How many of them go first. */
  let urgent = 0
  const busyAccounts = new Set<string>()
  const listeners: ((committed: Committed) => void)[] = []
  let inFlight = 0
  let urgentInFlight = 0
  let closed = false
  let drained: (() => void) | null = null

  // A commit stands, whatever becomes of publishing it.
  const onCommitted = (committed: Committed): void => {
    for (const listener of listeners) {
      try {
        listener(committed)
      } catch (error) {
        onFailure(error instanceof Error ? error : new Error(String(error)), 0)
      }
    }
  }
  const held = (): HeldEpochs => ({ leadership: epoch(), range: range() })
  const own = { held, onDeposed, isClosing: () => closed }
  const distrusted = new Set<string>()
  const parts = { pool: writing, clock, wallClock, ids, kinds, keptStates, propose, inputs }
  const committing: Committing = { ...parts, distrusted, onCommitted, onFailure, ...own }

  const pump = (): void => {
    // Where a transaction is free for everybody, what goes first goes with the others.
    if (inFlight >= transactions && urgent > 0 && urgentInFlight < TRANSACTIONS_KEPT) {
      const batch = takeBatch(largestBatch, goesFirst)
      if (batch.length > 0) {
        urgentInFlight += 1
        commit(batch, () => (urgentInFlight -= 1))
      }
    }
    while (inFlight < transactions && queue.length > 0) {
      // Waiting commands are shared among the free transactions, so that all of them have work; small crowds stay together.
      const waiting = queue.reduce((sum, { commands }) => sum + commands.length, 0)
      const share = Math.max(MIN_SHARE, Math.ceil(waiting / (transactions - inFlight)))
      const batch = takeBatch(Math.min(largestBatch, share), () => true)
      if (batch.length === 0) return
      inFlight += 1
      commit(batch, () => (inFlight -= 1))
    }
  }

  const commit = (batch: readonly Bundle[], onEnd: () => void): void => {
    void commitBundles(committing, batch).finally(() => {
      onEnd()
      for (const bundle of batch) busyAccounts.delete(accountOf(bundle))
      pump()
      if (inFlight === 0 && urgentInFlight === 0 && queue.length === 0) drained?.()
    })
  }

  /** The oldest such commands of accounts that no other transaction is working on; none overtakes an earlier one of its account. */
  const takeBatch = (most: number, isTaken: (bundle: Bundle) => boolean): Bundle[] => {
    const batch: Bundle[] = []
    const left: Bundle[] = []
    const leftBehind = new Set<string>()
    let taken = 0
    for (const bundle of queue) {
      const accountId = accountOf(bundle)
      if (taken < most && isTaken(bundle) && !busyAccounts.has(accountId) && !leftBehind.has(accountId)) {
        batch.push(bundle)
        if (goesFirst(bundle)) urgent -= 1
        taken += bundle.commands.length
        // Decided only when the venue has executed it: the account's next command sees what it has become.
        if (bundle.commands.some(({ places }) => places === true)) leftBehind.add(accountId)
      } else {
        leftBehind.add(accountId)
        left.push(bundle)
      }
    }
    for (const bundle of batch) busyAccounts.add(accountOf(bundle))
    queue = left
    return batch
  }

  const enqueue = (commands: readonly BoundCommand<unknown>[]): Promise<Bundle> =>
    new Promise((resolve) => {
      const bundle: Bundle = { commands, results: [], failure: null, settle: () => resolve(bundle) }
      queue.push(bundle)
      if (goesFirst(bundle)) urgent += 1
      // The rest of this turn of the event loop may bring more commands for the same batch.
      if (inFlight < transactions || goesFirst(bundle)) queueMicrotask(pump)
    })

  const run = async <Data>(command: BoundCommand<Data>): Promise<Result<Data>> => {
    if (closed) throw new WritePathClosed('the write path is closed')
    if (queue.length >= MAX_WAITING) return { ok: false, refusal: 'rate.limited', facts: { retryAfterMs: SECOND_MS } }
    const { results, failure } = await enqueue([command])
    const [result] = results
    if (result === undefined) throw failure ?? new Error('a command was settled without a result')
    return result as Result<Data>
  }

  const runTogether = async <Data>(commands: readonly BoundCommand<Data>[]): Promise<RunTogether<Data>> => {
    if (closed) return { results: [], failure: new WritePathClosed('the write path is closed') }
    if (commands.length === 0) return { results: [], failure: null }
    if (new Set(commands.map(({ accountId }) => accountId)).size > 1)
      throw new Error('commands of one account run together, not of several')
    const { results, failure } = await enqueue(commands)
    return { results: results as readonly Result<Data>[], failure }
  }

  const drain = async (): Promise<void> => {
    closed = true
    if (inFlight > 0 || urgentInFlight > 0 || queue.length > 0) {
      await new Promise<void>((resolve) => {
        drained = resolve
      })
    }
    if (!writing.ending) await writing.end()
  }

  return { run, runTogether, onCommitted: (listener) => void listeners.push(listener), drain }
}

const goesFirst = ({ commands }: Bundle): boolean => commands.every((command) => command.goesFirst === true)

/** A bundle is of one account, and never empty. */
const accountOf = ({ commands }: Bundle): string => commands[0]?.accountId ?? ''
