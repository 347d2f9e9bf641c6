import type { Pool, PoolClient } from 'pg'
import type { Result } from '@rueda/rules/result.ts'
import type { Clock, Ids } from '../deps.ts'
import { CommandFault, runBatch } from './batch.ts'
import type { Command, Committed } from './command.ts'

/**
 * Commands of one account that go into the write path together, and how far they have come: the results until now, and
 * why the next command failed. None is decided after one that failed.
 */
export type Bundle = {
  readonly commands: readonly Command<unknown>[]
  readonly results: Result<unknown>[]
  failure: Error | null
  readonly settle: () => void
}

export type Committing = Readonly<{
  pool: Pool
  /** The market's time: entries and orders carry it. */
  clock: Clock
  /** The time people live in, for how long an answer is repeated; the market's own may run faster or stand still. */
  wallClock: Clock
  /** For the rows a batch makes by itself. */
  ids: Ids
  onCommitted: (committed: Committed) => void
  onFailure: (error: Error, commands: number) => void
}>

type Item = Readonly<{ bundle: Bundle; command: Command<unknown> }>

const ATTEMPTS = 5
const RETRY_MS = 5
/** Serialisation failure, deadlock, lock not available: the transaction did nothing and may run again. */
const REPEATABLE = new Set(['40001', '40P01', '55P03'])

/** Books bundles in one transaction, or in more where one command would take the others with it; settles each of them. */
export const commitBundles = (committing: Committing, bundles: readonly Bundle[]): Promise<void> =>
  commitItems(
    committing,
    bundles.flatMap((bundle) => bundle.commands.map((command) => ({ bundle, command }))),
  )

async function commitItems(committing: Committing, items: readonly Item[]): Promise<void> {
  const left = items.filter(({ bundle }) => bundle.failure === null)
  if (left.length === 0) return
  let done: Awaited<ReturnType<typeof runBatch>>
  try {
    done = await attempt(
      committing,
      left.map(({ command }) => command),
    )
  } catch (error) {
    return isolate(committing, left, error)
  }
  committing.onCommitted(done.committed)
  for (const [index, { bundle }] of left.entries()) {
    const result = done.results[index]
    if (result !== undefined) bundle.results.push(result)
    if (bundle.results.length === bundle.commands.length) bundle.settle()
  }
}

/** One broken command must not cost the others theirs: it fails alone, the rest goes again. */
async function isolate(committing: Committing, items: readonly Item[], error: unknown): Promise<void> {
  if (error instanceof CommandFault) {
    const at = items.findIndex(({ command }) => command === error.command)
    const broken = items[at]
    if (broken === undefined) return fail(committing, items, error)
    // What its customer asked for before it still counts; what comes after it in the bundle is not decided.
    await commitItems(
      committing,
      items.filter(({ bundle }, index) => bundle !== broken.bundle || index < at),
    )
    return fail(committing, [broken], error)
  }
  if (!isDataError(error)) return fail(committing, items, error)
  const [only] = items
  if (only === undefined) return
  // What the database refuses by itself it refuses for ever, as if deciding it had thrown.
  if (items.length === 1) return fail(committing, items, new CommandFault(only.command, error))
  const half = Math.ceil(items.length / 2)
  await commitItems(committing, items.slice(0, half))
  await commitItems(committing, items.slice(half))
}

function fail({ onFailure }: Committing, items: readonly Item[], reason: unknown): void {
  const error = reason instanceof Error ? reason : new Error(String(reason))
  const failed = new Set(items.map(({ bundle }) => bundle).filter((bundle) => bundle.failure === null))
  if (failed.size === 0) return
  onFailure(error, items.length)
  for (const bundle of failed) {
    bundle.failure = error
    bundle.settle()
  }
}

/** Runs a batch, and again when the database undid it without effect. Any other failure is passed on: its outcome may be unknown. */
async function attempt({ pool, clock, wallClock, ids }: Committing, commands: readonly Command<unknown>[]): ReturnType<typeof runBatch> {
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
