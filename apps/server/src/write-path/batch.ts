import { createHash } from 'node:crypto'
import { type AccountState, type Outcome, post } from '@rueda/rules/ledger/account-state.ts'
import { happeningsOf } from '@rueda/rules/ledger/record.ts'
import type { Result } from '@rueda/rules/result.ts'
import { refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Ids } from '../deps.ts'
import type { OrderReport } from '../venue/proposals.ts'
import type { BatchAtVenue } from './batch-at-venue.ts'
import type { BoundCommand, Committed, Decision, Placement } from './command.ts'
import { type Changes, eventsOf, noChanges, rowsOf } from './changes.ts'
import { pipelined } from './pipelined.ts'
import { answered, answerKey, keyOf } from './idempotency.ts'
import { type Loaded, loadAccountStates } from './load.ts'
import type { KeptState, KeptStates } from './kept-states.ts'
import type { Kinds } from './record-kind.ts'
import { type WritesInputs, commitWith, isWithoutChanges, saveBatch, writeBatch } from './save.ts'
import { checkWritable } from './writable.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What a batch is written in: the leadership, and the range of accounts of a process that holds one. */
export type HeldEpochs = Readonly<{ leadership: bigint; range: Readonly<{ range: number; epoch: bigint }> | null }>

/**
 * The circumstances of a batch: the market's time, the time its requests were sent, what it is written in, the source of its new ids, and
 * the tables there are.
 */
export type Moment = Readonly<{ now: Instant; askedAt: Instant; held: HeldEpochs; ids: Ids; kinds: Kinds }>

/** A batch that is decided and not saved yet: the results to answer and the changes to publish, once it is. */
export type DecidedBatch = Readonly<{
  id: string
  results: readonly Result<unknown>[]
  committed: Committed
  changes: Changes
  /** The states that it was decided on, which are now as it leaves them, with their versions from before. */
  kept: ReadonlyMap<string, KeptState>
  claimed: ReadonlySet<string>
  now: Instant
  /** Commands whose orders the venue has, with those of them whose reports are booked with the batch. */
  placed: ReadonlyMap<BoundCommand<unknown>, readonly string[]>
}>

/**
 * Does the first half of a transaction: makes sure that this process may still write, reads the state of every account
 * in the batch where it is not kept, and decides the commands in their order; new orders are then executed by the venue, and its reports decided with them. The
 * caller saves, or rolls back.
 */
export async function decideBatch(
  client: PoolClient,
  commands: readonly BoundCommand<unknown>[],
  moment: Moment,
  { venue, ...loading }: Readonly<{ venue: BatchAtVenue; keptStates: KeptStates; claimsAll: boolean }>,
): Promise<DecidedBatch> {
  const loaded = await beginAndLoad(client, commands, moment.held, loading)
  const deciding: Deciding = { loaded, changes: noChanges(), moment, placed: new Map() }
  const { changes, placed } = deciding
  const decided = commands.map((command) => guarded(command, () => decide(command, deciding)))
  const waiting = decided.filter(isWaiting)
  const reports = await venue.reportsOn(
    waiting.map(({ command, placement }) => ({ command, orders: placement.orders })),
    moment.now,
  )
  const results = decided.map((one) =>
    isWaiting(one) ? guarded(one.command, () => execute(one, reports.get(one.command), deciding)) : one,
  )
  const { kept, claimed } = loaded
  return { id: moment.ids.next(), results, committed: committedOf(changes), changes, kept, claimed, now: moment.now, placed }
}

/**
 * Does the second half; resolves to false when the batch may not be committed. When it fails without a word of the database, nobody knows
 * whether the batch was committed.
 */
export async function saveDecided(
  client: PoolClient,
  batch: DecidedBatch,
  { kinds, inputs }: Readonly<{ kinds: Kinds; inputs: WritesInputs }>,
  venue: BatchAtVenue,
): Promise<boolean> {
  if (isWithoutChanges(batch.changes)) {
    await client.query('rollback')
    return true
  }
  if (venue.isFirst) {
    await inputs.write(venue.inputs, (rows) => pipelined(client, () => saveBatch(client, batch, kinds, rows)))
    return true
  }
  // An earlier batch is still being committed: only the commit has to wait for it.
  await pipelined(client, () => writeBatch(client, batch, kinds))
  if (!(await venue.mayCommit())) return false
  await inputs.write(venue.inputs, (rows) => pipelined(client, () => commitWith(client, rows)))
  return true
}

/**
 * Begins and reads; the reads follow the begin without waiting for it. The accounts of new orders are claimed before the venue executes them:
 * what it executed for an account that changes before the commit would have to be undone for everybody.
 */
async function beginAndLoad(
  client: PoolClient,
  commands: readonly BoundCommand<unknown>[],
  { leadership, range }: HeldEpochs,
  { keptStates, claimsAll }: Readonly<{ keptStates: KeptStates; claimsAll: boolean }>,
): Promise<Loaded> {
  const isClaimed = ({ places }: BoundCommand<unknown>): boolean => claimsAll || places === true
  const [, , , loaded] = await pipelined(client, () =>
    Promise.all([
      client.query('begin'),
      client.query({ ...HOLD_EPOCH, values: [leadership] }),
      range === null ? null : client.query({ ...HOLD_RANGE, values: [range.range, range.epoch] }),
      loadAccountStates(client, commands, { keptStates, isClaimed }),
    ]),
  )
  return loaded
}
const HOLD_EPOCH = { name: 'hold-epoch', text: 'select hold_epoch($1)' }
const HOLD_RANGE = { name: 'hold-range', text: 'select hold_range($1, $2)' }

/** A command that throws is a bug of its own; the batch runs again without it. */
export class CommandFault extends Error {
  readonly command: Pick<BoundCommand<unknown>, 'accountId' | 'places'>
  constructor(command: CommandFault['command'], cause: unknown) {
    super(`a command of account ${command.accountId} failed`, { cause })
    this.command = command
  }
}

function guarded<Value>(command: BoundCommand<unknown>, act: () => Value): Value {
  try {
    return act()
  } catch (error) {
    throw new CommandFault(command, error)
  }
}

type Deciding = Readonly<{
  loaded: Loaded
  changes: Changes
  moment: Moment
  placed: Map<BoundCommand<unknown>, readonly string[]>
}>

/** A decision that is kept once the venue has executed its orders, and the account state as it will leave it. */
type Waiting = Readonly<{
  command: BoundCommand<unknown>
  state: AccountState
  decision: Decision<unknown>
  placement: Placement<unknown>
  accepted: AccountState
}>
const isWaiting = (decided: Result<unknown> | Waiting): decided is Waiting => 'placement' in decided

function decide(command: BoundCommand<unknown>, deciding: Deciding): Result<unknown> | Waiting {
  const { loaded, moment } = deciding
  const state = loaded.states.get(command.accountId)
  if (state === undefined) return refuse('object.not_found')
  const { idempotency } = command
  const stored = idempotency === null ? undefined : loaded.answers.get(answerKey(command.accountId, idempotency))
  const repeated = idempotency === null ? null : answered(stored, idempotency, moment.askedAt)
  if (repeated !== null) return repeated
  const decided = command.decide(state, moment.now)
  if (!decided.ok) return decided
  const { placement } = decided.value
  if (placement === undefined) return keep(command, state, decided.value, deciding)
  if (command.places !== true) throw new Error('a command that places nothing has handed over orders')
  const accepted = checkWritable(state, decided.value.outcome)
  return { command, state, decision: decided.value, placement, accepted }
}

/** Decides the venue's reports on a command's orders with their acceptance. */
function execute(waiting: Waiting, reports: readonly OrderReport[] | null | undefined, deciding: Deciding): Result<unknown> {
  const { command, state, decision, placement } = waiting
  if (reports === undefined) return keep(command, state, decision, deciding)
  const orderIds = placement.orders.map(({ orderId }) => orderId)
  const completed = reports === null ? null : reports.length === 0 ? decision : complete(waiting, reports)
  for (const orderId of orderIds) deciding.changes.atVenue.add(orderId)
  deciding.placed.set(command, completed === null ? [] : orderIds)
  return keep(command, state, completed ?? decision, deciding)
}

/** A fault in booking a report must not undo everybody's executions: the acceptance stands alone, and the report is booked or given up after it. */
function complete({ state, placement, accepted }: Waiting, reports: readonly OrderReport[]): Decision<unknown> | null {
  try {
    const completed = placement.complete(reports, accepted)
    if (completed !== null) checkWritable(state, completed.outcome)
    return completed
  } catch {
    return null
  }
}

/** Gathers the changes of a decision, and its answer for a repeated request. */
function keep(
  command: BoundCommand<unknown>,
  state: AccountState,
  { outcome, data }: Decision<unknown>,
  deciding: Deciding,
): Result<unknown> {
  const { loaded, changes, moment } = deciding
  gather(state, outcome, changes, moment)
  const { idempotency, accountId } = command
  if (idempotency !== null) {
    const key = answerKey(accountId, idempotency)
    const { path, bodyHash } = idempotency
    const answer = { accountId, path, key: keyOf(idempotency), bodyHash, answer: data, at: moment.askedAt }
    if (!loaded.answers.has(key)) changes.answers.added.add(key)
    loaded.answers.set(key, answer)
    changes.answers.all.set(key, answer)
  }
  return { ok: true, value: data }
}

/** True for a repetition and for a command that only looks: neither changes or writes anything. */
const isNothing = (outcome: Outcome): boolean => Object.values(outcome).every((part) => Array.isArray(part) && part.length === 0)

function gather(state: AccountState, outcome: Outcome, changes: Changes, { now, ids, kinds }: Moment): void {
  if (isNothing(outcome)) return
  const walletsBefore = new Map(state.wallets)
  const { accountId } = state
  for (const { kind, event } of happeningsOf(state, outcome)) {
    checkKept(kinds.events, kind)
    eventsOf(changes, kind).push(kind.placed(event, { accountId, id: ids.next(), at: now }))
  }
  for (const { kind, row } of outcome.records ?? []) {
    checkKept(kinds.records, kind)
    const { all, added } = rowsOf(changes, kind)
    // Compared before the state changes: a row that it does not have is new.
    if (kind.of(state).get(kind.keyOf(row))?.id !== row.id) added.add(row.id)
    all.set(row.id, row)
  }
  changes.entries.push(...post(state, outcome, now, sha256))
  changes.states.set(state.accountId, state)
  if (outcome.freezes === true) changes.frozen.add(state.accountId)
  for (const [type, wallet] of state.wallets) {
    if (walletsBefore.get(type) !== wallet) changes.wallets.set(`${state.accountId}:${type}`, { accountId: state.accountId, wallet })
  }
}

/** Throws for a kind without a table, which would be lost without a word. */
function checkKept(stored: Kinds['records'] | Kinds['events'], kind: Readonly<{ name: string }>): void {
  if (!stored.some((kept) => kept.kind === kind)) throw new Error(`nothing keeps records of the kind ${kind.name}`)
}

function committedOf(changes: Changes): Committed {
  return {
    accounts: [...changes.states.keys()],
    changed: (kind) => [...rowsOf(changes, kind).all.values()],
    added: (kind) => {
      const { all, added } = rowsOf(changes, kind)
      return [...added].flatMap((id) => all.get(id) ?? [])
    },
    happened: (kind) => eventsOf(changes, kind),
    wallets: [...changes.wallets.values()],
    isAtVenue: (orderId) => changes.atVenue.has(orderId),
  }
}

/**
 * Keeps the states of a saved batch for the next ones. An account that was frozen with it has been changed once more, and a batch without
 * changes was rolled back, its claims with it.
 */
export function keepStates({ kept, claimed, changes }: DecidedBatch, keptStates: KeptStates): void {
  const isUndone = isWithoutChanges(changes)
  for (const [accountId, { state, version, whole }] of kept) {
    if (changes.frozen.has(accountId)) continue
    const counted = changes.states.has(accountId) ? 1n : isUndone && claimed.has(accountId) ? -1n : 0n
    keptStates.put({ state, version: version + counted, whole })
  }
}
