import { createHash } from 'node:crypto'
import { type Books, type Outcome, post } from '@rueda/rules/ledger/books.ts'
import { messagesOf } from '@rueda/rules/messages/order-messages.ts'
import type { Result } from '@rueda/rules/result.ts'
import { refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Ids } from '../deps.ts'
import type { Command, Committed } from './command.ts'
import { type Changes, eventsOf, noChanges, rowsOf } from './changes.ts'
import { inOneFlight } from './flight.ts'
import { answered, answerKey, keyOf } from './idempotency.ts'
import { type Loaded, loadBooks } from './load.ts'
import { fills } from './records/fills.ts'
import { marginPositions } from './records/margin-positions.ts'
import { orderEvents } from './records/order-events.ts'
import { orders } from './records/orders.ts'
import { positions } from './records/positions.ts'
import { eventKinds, recordKinds } from './records/register.ts'
import { saveBatch } from './save.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** When a batch is decided: in the market's time, in the time its requests were sent in, and in whose leadership; and where its new ids come from. */
export type Moment = Readonly<{ now: Instant; askedAt: Instant; epoch: bigint; ids: Ids }>

/** A batch that is decided and not saved yet: what will be answered and told, once it is. */
export type DecidedBatch = Readonly<{
  id: string
  results: readonly Result<unknown>[]
  committed: Committed
  changes: Changes
  now: Instant
}>

/**
 * The first half of a transaction: make sure that this server still leads, lock and read the books of every account in
 * the batch, decide the commands in their order. The caller saves, or rolls back.
 */
export async function decideBatch(client: PoolClient, commands: readonly Command<unknown>[], moment: Moment): Promise<DecidedBatch> {
  const loaded = await beginAndLoad(client, commands, moment.epoch)
  const changes = noChanges()
  const results = commands.map((command) => decideGuarded(command, loaded, changes, moment))
  return { id: moment.ids.next(), results, committed: committedOf(changes), changes, now: moment.now }
}

/** The second half. When it fails without a word of the database, nobody knows whether the batch was committed. */
export const saveDecided = (client: PoolClient, batch: DecidedBatch): Promise<void> => inOneFlight(client, () => saveBatch(client, batch))

/** The reads follow the begin without waiting for it. */
async function beginAndLoad(client: PoolClient, commands: readonly Command<unknown>[], epoch: bigint): Promise<Loaded> {
  const [, , loaded] = await inOneFlight(client, () =>
    Promise.all([client.query('begin'), client.query({ ...HOLD_EPOCH, values: [epoch] }), loadBooks(client, commands)]),
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

function decide(command: Command<unknown>, loaded: Loaded, changes: Changes, { now, askedAt, ids }: Moment): Result<unknown> {
  const books = loaded.books.get(command.accountId)
  if (books === undefined) return refuse('object.not_found')
  const { idempotency } = command
  const key = idempotency === null ? null : answerKey(command.accountId, idempotency)
  const stored = key === null || idempotency === null ? null : answered(loaded.answers.get(key), idempotency, askedAt)
  if (stored !== null) return stored
  const decided = command.decide(books, now)
  if (!decided.ok) return decided
  gather(books, decided.value.outcome, changes, { now, ids })
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

/** What is repeated, and what only looks, changes nothing and writes nothing. */
const isNothing = (outcome: Outcome): boolean => Object.values(outcome).every((part) => Array.isArray(part) && part.length === 0)

function gather(books: Books, outcome: Outcome, changes: Changes, { now, ids }: Pick<Moment, 'now' | 'ids'>): void {
  if (isNothing(outcome)) return
  const walletsBefore = new Map(books.wallets)
  for (const draft of messagesOf(books, outcome))
    changes.messages.push({ ...draft, id: ids.next(), accountId: books.accountId, createdAt: now, readAt: null })
  for (const kind of recordKinds) {
    const { all, added } = rowsOf(changes, kind)
    for (const row of kind.changed(outcome)) {
      // Asked while the books are as they were: a row they do not have is new.
      if (!kind.isKnown(books, row)) added.add(row.id)
      all.set(row.id, row)
    }
  }
  for (const kind of eventKinds) eventsOf(changes, kind).push(...kind.happened(outcome))
  changes.entries.push(...post(books, outcome, now, sha256))
  changes.books.set(books.accountId, books)
  if (outcome.freezes === true) changes.frozen.add(books.accountId)
  for (const [type, wallet] of books.wallets) {
    if (walletsBefore.get(type) !== wallet) changes.wallets.set(`${books.accountId}:${type}`, { accountId: books.accountId, wallet })
  }
}

function committedOf(changes: Changes): Committed {
  const changed = rowsOf(changes, orders)
  return {
    accepted: [...changed.added].flatMap((id) => changed.all.get(id) ?? []),
    orders: [...changed.all.values()],
    fills: eventsOf(changes, fills),
    orderEvents: eventsOf(changes, orderEvents),
    positions: [...rowsOf(changes, positions).all.values()],
    marginPositions: [...rowsOf(changes, marginPositions).all.values()],
    wallets: [...changes.wallets.values()],
    messages: changes.messages,
  }
}
