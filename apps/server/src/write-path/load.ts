import type { Books } from '@rueda/rules/ledger/books.ts'
import type { PoolClient } from 'pg'
import { type BooksRecord, READ_BOOKS, WALLET_COLUMNS, type WalletRecord, readBooks } from './account-rows.ts'
import type { Command, Reads } from './command.ts'
import { type StoredAnswer, answerKey, keyOf } from './idempotency.ts'
import type { LoadedKind, Stored } from './record-kind.ts'
import { loadedKinds } from './records/register.ts'

type Asking = Pick<Command<unknown>, 'accountId' | 'reads' | 'idempotency'>

/** The books a batch works on, as they are under its locks. */
export type Loaded = Readonly<{ books: Map<string, Books>; answers: Map<string, StoredAnswer> }>

/**
 * Locks the books of all accounts in the batch in one order, so that two transactions never wait for each other, and
 * reads what the commands asked for. Whoever changes anything of a customer holds this lock; nothing else is locked.
 */
export async function loadBooks(client: PoolClient, commands: readonly Asking[], access: 'lock' | 'snapshot' = 'lock'): Promise<Loaded> {
  const accounts = [...new Set(commands.map(({ accountId }) => accountId))]
  const bookQuery = { name: `${access}-books`, text: access === 'lock' ? `${READ_BOOKS} for update` : READ_BOOKS, values: [accounts] }
  const [books, wallets, stored, answers] = await Promise.all([
    client.query<BooksRecord>(bookQuery),
    queryPairs<WalletRecord>(
      client,
      WALLETS,
      pairsOf(commands, (reads) => reads.wallets ?? []),
    ),
    Promise.all(loadedKinds.map((kind) => lookUp(client, kind, commands))),
    readAnswers(client, commands),
  ])
  const loaded = new Map(books.rows.map((row) => [String(row.account_id), readBooks(row)]))
  keepWallets(loaded, wallets)
  for (const [at, kind] of loadedKinds.entries()) keep(loaded, kind, stored[at] ?? [])
  for (const kind of loadedKinds) await loadRelated(client, kind, loaded)
  await loadEverythingHeld(client, commands, loaded)
  return { books: loaded, answers }
}

/** All that commands ask of one kind; all statements go out before the first is answered. */
async function lookUp(client: PoolClient, { lookups }: LoadedKind, commands: readonly Asking[]): Promise<readonly Stored[]> {
  const answered = lookups.map((lookup) => queryPairs<Stored>(client, lookup, pairsOf(commands, lookup.keys)))
  return (await Promise.all(answered)).flat()
}

function keep(loaded: ReadonlyMap<string, Books>, kind: LoadedKind, stored: readonly Stored[]): void {
  for (const row of stored) {
    const books = loaded.get(String(row.account_id))
    if (books !== undefined) kind.hold(books, row)
  }
}

function keepWallets(loaded: ReadonlyMap<string, Books>, wallets: readonly WalletRecord[]): void {
  for (const { account_id, ...wallet } of wallets) loaded.get(String(account_id))?.wallets.set(wallet.type, wallet)
}

/** What stands or falls with what was read; most have nothing of it, and then nothing is asked. */
async function loadRelated(client: PoolClient, kind: LoadedKind, loaded: ReadonlyMap<string, Books>): Promise<void> {
  const [byId] = kind.lookups
  const missing = distinctPairs()
  for (const books of loaded.values()) for (const id of kind.missing(books)) missing.add(books.accountId, id)
  if (byId !== undefined) keep(loaded, kind, await queryPairs<Stored>(client, byId, missing))
}

/**
 * What a customer owns and has at stake, for decisions about how much more there may be: under the locks of the batch, so
 * that of two orders at the same moment the second sees the first. Few commands ask, and then few more rows are read.
 */
async function loadEverythingHeld(client: PoolClient, commands: readonly Asking[], loaded: ReadonlyMap<string, Books>): Promise<void> {
  const accounts = [...new Set(commands.filter(({ reads }) => reads.everythingHeld === true).map(({ accountId }) => accountId))]
  if (accounts.length === 0) return
  const held = loadedKinds.flatMap((kind) => (kind.everythingHeld === null ? [] : [{ kind, statement: kind.everythingHeld }]))
  const [wallets, ...stored] = await Promise.all([
    client.query<WalletRecord>({ ...ALL_WALLETS, values: [accounts] }),
    ...held.map(({ statement }) => client.query<Stored>({ ...statement, values: [accounts] })),
  ])
  keepWallets(loaded, wallets.rows)
  for (const [at, { kind }] of held.entries()) keep(loaded, kind, stored[at]?.rows ?? [])
}

type Statement = Readonly<{ name: string; text: string }>
// Each row is looked up by itself: `lateral … limit 1` leaves the planner no other way, whatever it believes of the tables.
const WALLETS: Statement = {
  name: 'read-wallets',
  text: `
    select ${WALLET_COLUMNS}
    from unnest($1::bigint[], $2::text[]) as asked (account_id, type)
    cross join lateral (select * from wallets where account_id = asked.account_id and type = asked.type limit 1) w`,
}
const ALL_WALLETS: Statement = {
  name: 'read-all-wallets',
  text: `select ${WALLET_COLUMNS} from wallets w where w.account_id = any($1::bigint[])`,
}
const READ_ANSWERS = `
  select i.account_id, i.path, i.key, i.body_hash, i.answer, i.at
  from unnest($1::bigint[], $2::text[], $3::text[]) as asked (account_id, path, key)
  cross join lateral (select * from idempotency where account_id = asked.account_id and path = asked.path and key = asked.key limit 1) i`

type Pairs = Readonly<{ accounts: string[]; keys: string[] }>

function pairsOf(commands: readonly Asking[], keys: (reads: Reads) => readonly string[]): Pairs {
  const pairs = distinctPairs()
  for (const { accountId, reads } of commands) for (const key of keys(reads)) pairs.add(accountId, key)
  return pairs
}

function distinctPairs(): Pairs & Readonly<{ add: (account: string, key: string) => void }> {
  const seen = new Set<string>()
  const pairs: Pairs = { accounts: [], keys: [] }
  const add = (account: string, key: string): void => {
    if (seen.has(`${account} ${key}`)) return
    seen.add(`${account} ${key}`)
    pairs.accounts.push(account)
    pairs.keys.push(key)
  }
  return { ...pairs, add }
}

async function queryPairs<Row extends object>(
  client: PoolClient,
  statement: Statement,
  { accounts, keys }: Pairs,
): Promise<readonly Row[]> {
  if (accounts.length === 0) return []
  const { rows } = await client.query<Row>({ name: statement.name, text: statement.text, values: [accounts, keys] })
  return rows
}

type AnswerRecord = Readonly<{ account_id: bigint; path: string; key: string; body_hash: string; answer: unknown; at: bigint }>

async function readAnswers(client: PoolClient, commands: readonly Asking[]): Promise<Map<string, StoredAnswer>> {
  const accounts: string[] = []
  const paths: string[] = []
  const keys: string[] = []
  for (const { accountId, idempotency } of commands) {
    if (idempotency === null) continue
    accounts.push(accountId)
    paths.push(idempotency.path)
    keys.push(keyOf(idempotency))
  }
  if (accounts.length === 0) return new Map()
  const { rows } = await client.query<AnswerRecord>({ name: 'read-answers', text: READ_ANSWERS, values: [accounts, paths, keys] })
  return new Map(rows.map((row) => [storedKey(row), readAnswer(row)]))
}

const storedKey = (row: AnswerRecord): string =>
  answerKey(String(row.account_id), { path: row.path, key: row.key, bodyHash: row.body_hash })

const readAnswer = (row: AnswerRecord): StoredAnswer => ({
  accountId: String(row.account_id),
  path: row.path,
  key: row.key,
  bodyHash: row.body_hash,
  answer: row.answer,
  at: Number(row.at),
})
