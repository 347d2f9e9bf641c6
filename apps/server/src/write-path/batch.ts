import { createHash } from 'node:crypto'
import { type Books, post } from '@rueda/rules/ledger/books.ts'
import { messagesOf } from '@rueda/rules/messages/order-messages.ts'
import type { Result } from '@rueda/rules/result.ts'
import { refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Ids } from '../deps.ts'
import type { Command, Committed } from './command.ts'
import { type Changes, noChanges } from './changes.ts'
import { inOneFlight } from './flight.ts'
import { answered, answerKey, keyOf } from './idempotency.ts'
import { type Loaded, loadBooks } from './load.ts'
import { saveBatch } from './save.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** When a batch is decided: in the market's time, and in the time its requests were sent in; and where its new ids come from. */
export type Moment = Readonly<{ now: Instant; askedAt: Instant; ids: Ids }>

/**
 * One transaction: lock and read the books of every account in the batch, decide the commands in their order, write
 * what they changed, commit. The caller rolls back when this throws.
 */
export async function runBatch(
  client: PoolClient,
  commands: readonly Command<unknown>[],
  moment: Moment,
): Promise<Readonly<{ results: readonly Result<unknown>[]; committed: Committed }>> {
  const loaded = await beginAndLoad(client, commands)
  const changes = noChanges()
  const results = commands.map((command) => decideGuarded(command, loaded, changes, moment))
  const outboxId = await inOneFlight(client, () => saveBatch(client, changes, moment.now))
  return { results, committed: committedOf(changes, outboxId) }
}

/** The reads follow the begin without waiting for it. */
async function beginAndLoad(client: PoolClient, commands: readonly Command<unknown>[]): Promise<Loaded> {
  const [, loaded] = await inOneFlight(client, () => Promise.all([client.query('begin'), loadBooks(client, commands)]))
  return loaded
}

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

function gather(books: Books, outcome: Parameters<typeof post>[1], changes: Changes, { now, ids }: Pick<Moment, 'now' | 'ids'>): void {
  const walletsBefore = new Map(books.wallets)
  for (const draft of messagesOf(books, outcome))
    changes.messages.push({ ...draft, id: ids.next(), accountId: books.accountId, createdAt: now, readAt: null })
  for (const order of outcome.orders ?? []) if (!books.orders.has(order.id)) changes.orders.added.add(order.id)
  for (const { id, instrumentId } of outcome.positions ?? [])
    if (books.positions.get(instrumentId)?.id !== id) changes.positions.added.add(id)
  for (const transfer of outcome.transfers ?? []) if (!books.transfers.has(transfer.id)) changes.transfers.added.add(transfer.id)
  for (const { id } of outcome.withdrawals ?? []) if (!books.withdrawals.has(id)) changes.withdrawals.added.add(id)
  for (const { id } of outcome.deposits ?? []) if (!books.deposits.has(id)) changes.deposits.added.add(id)
  for (const { id } of outcome.marginPositions ?? []) if (!books.marginPositions.has(id)) changes.marginPositions.added.add(id)
  const entries = post(books, outcome, now, sha256)
  changes.books.set(books.accountId, books)
  changes.entries.push(...entries)
  changes.fills.push(...(outcome.fills ?? []))
  changes.orderEvents.push(...(outcome.orderEvents ?? []))
  for (const order of outcome.orders ?? []) changes.orders.all.set(order.id, order)
  for (const position of outcome.positions ?? []) changes.positions.all.set(position.id, position)
  for (const transfer of outcome.transfers ?? []) changes.transfers.all.set(transfer.id, transfer)
  for (const withdrawal of outcome.withdrawals ?? []) changes.withdrawals.all.set(withdrawal.id, withdrawal)
  changes.withdrawalEvents.push(...(outcome.withdrawalEvents ?? []))
  for (const deposit of outcome.deposits ?? []) changes.deposits.all.set(deposit.id, deposit)
  changes.arrivals.push(...(outcome.arrivals ?? []))
  if (outcome.freezes === true) changes.frozen.add(books.accountId)
  for (const position of outcome.marginPositions ?? []) changes.marginPositions.all.set(position.id, position)
  for (const [type, wallet] of books.wallets) {
    if (walletsBefore.get(type) !== wallet) changes.wallets.set(`${books.accountId}:${type}`, { accountId: books.accountId, wallet })
  }
}

const committedOf = (
  { orders, fills, orderEvents, positions, marginPositions, wallets, messages }: Changes,
  outboxId: bigint | null,
): Committed => ({
  outboxId,
  accepted: [...orders.added].flatMap((id) => orders.all.get(id) ?? []),
  orders: [...orders.all.values()],
  fills,
  orderEvents,
  positions: [...positions.all.values()],
  marginPositions: [...marginPositions.all.values()],
  wallets: [...wallets.values()],
  messages,
})
