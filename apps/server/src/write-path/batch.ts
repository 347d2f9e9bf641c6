import { createHash } from 'node:crypto'
import { type Books, post } from '@rueda/rules/ledger/books.ts'
import type { Entry } from '@rueda/rules/ledger/entry.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import type { Order } from '@rueda/rules/orders/order.ts'
import type { Position } from '@rueda/rules/positions/position.ts'
import type { Result } from '@rueda/rules/result.ts'
import { refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Wallet } from '@rueda/rules/wallets/wallet.ts'
import type { PoolClient } from 'pg'
import type { Command, Committed } from './command.ts'
import { type StoredAnswer, answered, answerKey, keyOf } from './idempotency.ts'
import { type Loaded, loadBooks } from './load.ts'
import { saveBatch } from './save.ts'

/** What a batch gathers while its commands are decided, to be written set by set. */
export type Changes = {
  readonly books: Map<string, Books>
  readonly entries: Entry[]
  readonly accepted: Set<string>
  readonly orders: Map<string, Order>
  readonly fills: Fill[]
  readonly positions: Map<string, Position>
  readonly wallets: Map<string, Readonly<{ accountId: string; wallet: Wallet }>>
  readonly answers: StoredAnswer[]
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * One transaction: lock and read the books of every account in the batch, decide the commands in their order, write
 * what they changed, commit. The caller rolls back when this throws.
 */
export async function runBatch(
  client: PoolClient,
  commands: readonly Command<unknown>[],
  now: Instant,
): Promise<Readonly<{ results: readonly Result<unknown>[]; committed: Committed }>> {
  await client.query('begin')
  const loaded = await loadBooks(client, commands)
  const changes: Changes = {
    books: new Map(),
    entries: [],
    accepted: new Set(),
    orders: new Map(),
    fills: [],
    positions: new Map(),
    wallets: new Map(),
    answers: [],
  }
  const results = commands.map((command) => decideGuarded(command, loaded, changes, now))
  const outboxId = await saveBatch(client, changes, now)
  await client.query('commit')
  return { results, committed: committedOf(changes, outboxId) }
}

/** A command that throws is a bug of its own; the batch runs again without it. */
export class CommandFault extends Error {
  readonly command: Command<unknown>
  constructor(command: Command<unknown>, cause: unknown) {
    super(`a command of account ${command.accountId} failed`, { cause })
    this.command = command
  }
}

function decideGuarded(command: Command<unknown>, loaded: Loaded, changes: Changes, now: Instant): Result<unknown> {
  try {
    return decide(command, loaded, changes, now)
  } catch (error) {
    throw new CommandFault(command, error)
  }
}

function decide(command: Command<unknown>, loaded: Loaded, changes: Changes, now: Instant): Result<unknown> {
  const books = loaded.books.get(command.accountId)
  if (books === undefined) return refuse('object.not_found')
  const { idempotency } = command
  const key = idempotency === null ? null : answerKey(command.accountId, idempotency)
  const stored = key === null || idempotency === null ? null : answered(loaded.answers.get(key), idempotency, now)
  if (stored !== null) return stored
  const decided = command.decide(books, now)
  if (!decided.ok) return decided
  gather(books, decided.value.outcome, changes, now)
  if (key !== null && idempotency !== null) {
    const answer = { accountId: command.accountId, path: idempotency.path, key: keyOf(idempotency), bodyHash: idempotency.bodyHash, answer: decided.value.data, at: now }
    loaded.answers.set(key, answer)
    changes.answers.push(answer)
  }
  return { ok: true, value: decided.value.data }
}

function gather(books: Books, outcome: Parameters<typeof post>[1], changes: Changes, now: Instant): void {
  const walletsBefore = new Map(books.wallets)
  for (const order of outcome.orders ?? []) if (!books.orders.has(order.id)) changes.accepted.add(order.id)
  const entries = post(books, outcome, now, sha256)
  changes.books.set(books.accountId, books)
  changes.entries.push(...entries)
  changes.fills.push(...(outcome.fills ?? []))
  for (const order of outcome.orders ?? []) changes.orders.set(order.id, order)
  for (const position of outcome.positions ?? []) changes.positions.set(position.id, position)
  for (const [type, wallet] of books.wallets) {
    if (walletsBefore.get(type) !== wallet) changes.wallets.set(`${books.accountId}:${type}`, { accountId: books.accountId, wallet })
  }
}

const committedOf = (changes: Changes, outboxId: bigint | null): Committed => ({
  outboxId,
  accepted: [...changes.accepted].flatMap((id) => changes.orders.get(id) ?? []),
  orders: [...changes.orders.values()],
  fills: changes.fills,
  positions: [...changes.positions.values()],
  wallets: [...changes.wallets.values()],
})
