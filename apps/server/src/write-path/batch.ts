import { createHash } from 'node:crypto'
import { type AccountState, type Outcome, post } from '@rueda/rules/ledger/account-state.ts'
import { happeningsOf } from '@rueda/rules/ledger/record.ts'
import type { Result } from '@rueda/rules/result.ts'
import { refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Ids } from '../deps.ts'
import type { Command, Committed } from './command.ts'
import { type Changes, eventsOf, noChanges, rowsOf } from './changes.ts'
import { pipelined } from './pipelined.ts'
import { answered, answerKey, keyOf } from './idempotency.ts'
import { type Loaded, loadAccountStates } from './load.ts'
import type { Kinds } from './record-kind.ts'
import { saveBatch } from './save.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * The circumstances of a batch: the market's time, the time its requests were sent, the leadership it is written in, the
 * source of its new ids, and the tables there are.
 */
export type Moment = Readonly<{ now: Instant; askedAt: Instant; epoch: bigint; ids: Ids; kinds: Kinds }>

/** A batch that is decided and not saved yet: the results to answer and the changes to publish, once it is. */
export type DecidedBatch = Readonly<{
  id: string
  results: readonly Result<unknown>[]
  committed: Committed
  changes: Changes
  now: Instant
}>

/**
 * Does the first half of a transaction: makes sure that this server still leads, locks and reads the state of every account
 * in the batch, and decides the commands in their order. The caller saves, or rolls back.
 */
export async function decideBatch(client: PoolClient, commands: readonly Command<unknown>[], moment: Moment): Promise<DecidedBatch> {
  const loaded = await beginAndLoad(client, commands, moment.epoch)
  const changes = noChanges()
  const results = commands.map((command) => decideGuarded(command, loaded, changes, moment))
  return { id: moment.ids.next(), results, committed: committedOf(changes), changes, now: moment.now }
}

/** Does the second half. When it fails without a word of the database, nobody knows whether the batch was committed. */
export const saveDecided = (client: PoolClient, batch: DecidedBatch, kinds: Kinds): Promise<void> =>
  pipelined(client, () => saveBatch(client, batch, kinds))

/** Begins and reads; the reads follow the begin without waiting for it. */
async function beginAndLoad(client: PoolClient, commands: readonly Command<unknown>[], epoch: bigint): Promise<Loaded> {
  const [, , loaded] = await pipelined(client, () =>
    Promise.all([client.query('begin'), client.query({ ...HOLD_EPOCH, values: [epoch] }), loadAccountStates(client, commands)]),
  )
  return loaded
}
const HOLD_EPOCH = { name: 'hold-epoch', text: 'select hold_epoch($1)' }

/** A command that throws is a bug of its own; the batch runs again without it. */
export class CommandFault extends Error {
  readonly command: Command<unknown>
  constructor(command: Command<unknown>, cause: unknown) {
    super(`a command of account ${command.accountId} failed`, { cause })
    this.command = command
  }
}

function decideGuarded(command: Command<unknown>, loaded: Loaded, changes: Changes, moment: Moment): Result<unknown> {
  try {
    return decide(command, loaded, changes, moment)
  } catch (error) {
    throw new CommandFault(command, error)
  }
}

function decide(command: Command<unknown>, loaded: Loaded, changes: Changes, moment: Moment): Result<unknown> {
  const state = loaded.states.get(command.accountId)
  if (state === undefined) return refuse('object.not_found')
  const { idempotency } = command
  const { now, askedAt } = moment
  const key = idempotency === null ? null : answerKey(command.accountId, idempotency)
  const stored = key === null || idempotency === null ? null : answered(loaded.answers.get(key), idempotency, askedAt)
  if (stored !== null) return stored
  const decided = command.decide(state, now)
  if (!decided.ok) return decided
  gather(state, decided.value.outcome, changes, moment)
  if (key !== null && idempotency !== null) {
    const answer = {
      accountId: command.accountId,
      path: idempotency.path,
      key: keyOf(idempotency),
      bodyHash: idempotency.bodyHash,
      answer: decided.value.data,
      at: askedAt,
    }
    if (!loaded.answers.has(key)) changes.answers.added.add(key)
    loaded.answers.set(key, answer)
    changes.answers.all.set(key, answer)
  }
  return { ok: true, value: decided.value.data }
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
  }
}
