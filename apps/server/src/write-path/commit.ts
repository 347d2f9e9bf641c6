import type { Pool, PoolClient } from 'pg'
import type { Result } from '@rueda/rules/result.ts'
import type { Clock, Ids } from '../deps.ts'
import { CommandFault, type DecidedBatch, type HeldEpochs, type Moment, decideBatch, keepStates, saveDecided } from './batch.ts'
import type { Propose } from '../venue/proposals.ts'
import { BatchAtVenue } from './batch-at-venue.ts'
import type { BoundCommand, Committed } from './command.ts'
import type { KeptStates } from './kept-states.ts'
import type { Kinds } from './record-kind.ts'
import type { WritesInputs } from './save.ts'
import { UnknownOutcome } from '../db/unknown-outcome.ts'

/**
 * Commands of one account that go into the write path together, with the results until now and the failure of the next one.
 * None is decided after one that failed.
 */
export type Bundle = {
  readonly commands: readonly BoundCommand<unknown>[]
  readonly results: Result<unknown>[]
  failure: Error | null
  readonly settle: () => void
}

export type Committing = Readonly<{
  pool: Pool
  /** The market's time: entries and orders carry it. */
  clock: Clock
  /** The wall clock, for how long an answer is repeated; the market's own may run faster or stand still. */
  wallClock: Clock
  /** For the rows a batch makes by itself. */
  ids: Ids
  kinds: Kinds
  keptStates: KeptStates
  /** Has the venue execute new orders before they are committed. */
  propose: Propose
  inputs: WritesInputs
  /** Accounts with a command that could not be written: what it had the venue execute was undone for everybody. */
  distrusted: Set<string>
  onCommitted: (committed: Committed) => void
  onFailure: (error: Error, commands: number) => void
  /** What this process writes in; the database refuses a batch of an older leadership or holder. */
  held: () => HeldEpochs
  /** Called when the database refused a batch for that. */
  onDeposed: (over: Over) => void
  /** True once no new commands are taken. */
  isClosing: () => boolean
}>

/** The executions of a batch have come to nothing; it is decided again. */
class MarketBeganAnew extends Error {}

/** Another process has taken over: nothing is booked any more in what was held. */
export class LeadershipOver extends Error {}
/** What has another holder: the leadership, or this process's range of accounts. */
export type Over = 'leadership' | 'range'

type Item = Readonly<{ bundle: Bundle; command: BoundCommand<unknown> }>

const ATTEMPTS = 5
const RETRY_MS = 5
const MAX_PAUSE_MS = 500
/** Longest wait for a database that went away in the midst of a commit; then its callers are answered. */
const MAX_UNKNOWN_MS = 10_000
const OVER: Readonly<Record<string, Over>> = { RL001: 'leadership', RL003: 'range' }
const STATE_IS_OUTDATED = 'RL002'
/** Serialisation failure, deadlock, lock not available, an account changed meanwhile: the transaction did nothing and may run again. */
const REPEATABLE = new Set(['40001', '40P01', '55P03', STATE_IS_OUTDATED])

/** Books bundles in one transaction, or in more where one command would take the others with it; settles each of them. */
export async function commitBundles(committing: Committing, bundles: readonly Bundle[]): Promise<void> {
  const venue = new BatchAtVenue(committing.propose, (accountId) => !committing.distrusted.has(accountId))
  try {
    await commitItems(
      { ...committing, venue },
      bundles.flatMap((bundle) => bundle.commands.map((command) => ({ bundle, command }))),
    )
  } finally {
    venue.end()
  }
}

/** What all attempts to write a batch have in common. */
type Writing = Committing & Readonly<{ venue: BatchAtVenue }>

async function commitItems(committing: Writing, items: readonly Item[]): Promise<void> {
  const left = items.filter(({ bundle }) => bundle.failure === null)
  if (left.length === 0) return
  let done: DecidedBatch
  try {
    done = await attempt(committing, left)
  } catch (error) {
    return isolate(committing, left, error)
  }
  committing.onCommitted(done.committed)
  for (const [command, booked] of done.placed) committing.venue.committed(command, booked)
  for (const [index, { bundle }] of left.entries()) {
    const result = done.results[index]
    // A caller who heard that the outcome is unknown has had an answer.
    if (result === undefined || bundle.failure !== null) continue
    bundle.results.push(result)
    if (bundle.results.length === bundle.commands.length) bundle.settle()
  }
}

/** Lets a broken command fail alone, so that it does not cost the others theirs; the rest goes again. */
async function isolate(committing: Writing, items: readonly Item[], error: unknown): Promise<void> {
  if (error instanceof CommandFault) {
    const at = items.findIndex(({ command }) => command === error.command)
    const broken = items[at]
    if (broken === undefined) return fail(committing, items, error)
    // Requests of its customer before it still count; those after it in the bundle are not decided.
    await commitItems(
      committing,
      items.filter(({ bundle }, index) => bundle !== broken.bundle || index < at),
    )
    return fail(committing, [broken], error)
  }
  const over = OVER[sqlStateOf(error)]
  if (over !== undefined) {
    committing.onDeposed(over)
    return fail(committing, items, new LeadershipOver(`the ${over} that this was decided in is over`, { cause: error }))
  }
  if (!isDataError(error)) return fail(committing, items, error)
  const [only] = items
  if (only === undefined) return
  // A command that the database itself refuses is refused for ever, as if deciding it had thrown.
  if (items.length === 1) return fail(committing, items, new CommandFault(only.command, error))
  const half = Math.ceil(items.length / 2)
  await commitItems(committing, items.slice(0, half))
  await commitItems(committing, items.slice(half))
}

function fail(committing: Pick<Committing, 'onFailure' | 'distrusted'>, items: readonly Item[], reason: unknown): void {
  const error = reason instanceof Error ? reason : new Error(String(reason))
  const { onFailure, distrusted } = committing
  if (error instanceof CommandFault && error.command.places === true) distrusted.add(error.command.accountId)
  const failed = new Set(items.map(({ bundle }) => bundle).filter((bundle) => bundle.failure === null))
  if (failed.size === 0) return
  onFailure(error, items.length)
  for (const bundle of failed) {
    bundle.failure = error
    bundle.settle()
  }
}

/**
 * Runs a batch until it is saved: again when the database undid it without effect, and again when its commit was unknown
 * and turned out not to have happened. Any other failure is passed on; the batch then did nothing.
 */
async function attempt(committing: Writing, items: readonly Item[]): Promise<DecidedBatch> {
  const { clock, wallClock, ids, kinds, held, venue } = committing
  const commands = items.map(({ command }) => command)
  /** The first failure whose commit nobody answered. */
  let unknown: unknown = null
  for (let tried = 1; ; tried += 1) {
    const now = venue.decidedAt ?? clock.now()
    // An account that changed under the first attempt is held to in the next.
    const claimsAll = tried > 1
    const attempted = await attemptOnce(committing, commands, { now, askedAt: wallClock.now(), held: held(), ids, kinds }, claimsAll)
    if (attempted.saved) return attempted.batch
    const { batch, error } = attempted
    const over = OVER[sqlStateOf(error)]
    if (batch !== null && isUnknown(error)) {
      if (await wasCommitted(committing, items, batch, error)) return batch
      if (over === undefined) unknown ??= error
    }
    if (unknown !== null && over !== undefined) {
      // A successor has written the accounts meanwhile, so that they no longer say which batch was the last before.
      committing.onDeposed(over)
      throw new UnknownOutcome(unknown)
    }
    const isWaitedFor = items.some(({ bundle }) => bundle.failure === null)
    if (tried === ATTEMPTS || !isWaitedFor || !(isRepeatable(error) || (batch !== null && isUnknown(error)))) throw error
    await sleep(RETRY_MS * tried)
  }
}

/** The saved batch, or the decided one and the reason why it was not saved. */
type Attempted = Readonly<{ saved: true; batch: DecidedBatch }> | Readonly<{ saved: false; batch: DecidedBatch | null; error: unknown }>

async function attemptOnce(
  { pool, venue, keptStates, inputs }: Writing,
  commands: readonly BoundCommand<unknown>[],
  moment: Moment,
  claimsAll: boolean,
): Promise<Attempted> {
  let batch: DecidedBatch | null = null
  let broken: Error | undefined
  let client: PoolClient
  try {
    client = await pool.connect()
  } catch (error) {
    return { saved: false, batch, error }
  }
  try {
    batch = await decideBatch(client, commands, moment, { venue, keptStates, claimsAll })
    if (!(await saveDecided(client, batch, { kinds: moment.kinds, inputs }, venue)))
      throw new MarketBeganAnew('the market began anew while its executions were being booked')
    keepStates(batch, keptStates)
    return { saved: true, batch }
  } catch (error) {
    broken = await rollBack(client)
    return { saved: false, batch, error }
  } finally {
    client.release(broken)
  }
}

/**
 * Finds out whether a batch was committed when its commit was not answered. Its accounts are locked until the database is done with it, one way
 * or the other, and what arrives later is refused for its version; a committed batch carries its id. While the database is away its accounts
 * wait, and after a while the callers are answered that the outcome is unknown.
 */
async function wasCommitted(
  committing: Committing,
  items: readonly Item[],
  { id, changes }: DecidedBatch,
  reason: unknown,
): Promise<boolean> {
  const { pool, isClosing } = committing
  const accounts = [...changes.states.keys()]
  // A batch that changed nothing has nothing to lose.
  if (accounts.length === 0) return true
  const asked = performance.now()
  for (let tried = 1; ; tried += 1) {
    try {
      return await isOfBatch(pool, accounts, id)
    } catch {
      if (isClosing()) throw new UnknownOutcome(reason)
      if (performance.now() - asked > MAX_UNKNOWN_MS) fail(committing, items, new UnknownOutcome(reason))
    }
    await sleep(Math.min(RETRY_MS * 2 ** tried, MAX_PAUSE_MS))
  }
}

/** One account after the other, because a distributed database locks no rows of several at once; the batch has written them all, or none. */
async function isOfBatch(pool: Pool, accounts: readonly string[], id: string): Promise<boolean> {
  for (const accountId of accounts) {
    const { rows } = await pool.query<{ batch: string | null }>(READ_BATCH, [accountId])
    if (rows[0]?.batch === id) return true
  }
  return false
}

// Counts the version, so that a batch that has not reached the database yet is refused when it does.
const READ_BATCH = 'update account_states set version = version + 1 where account_id = $1 returning batch::text'

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const sqlStateOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''
const isRepeatable = (error: unknown): boolean => REPEATABLE.has(sqlStateOf(error)) || error instanceof MarketBeganAnew
/** A value or a constraint was violated: the transaction certainly did nothing. */
const isDataError = (error: unknown): boolean => /^2[23]/u.test(sqlStateOf(error))
/** True for everything but a refusal that is known to have undone the transaction. */
const isUnknown = (error: unknown): boolean => !isRepeatable(error) && !isDataError(error)

/** Returns the error when the connection cannot be used any more. */
async function rollBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
