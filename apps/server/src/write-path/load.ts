import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import type { PoolClient } from 'pg'
import { type AccountStateRow, READ_ACCOUNT_STATES, WALLET_COLUMNS, type WalletRecord, accountStateOf } from './account-rows.ts'
import type { Command } from './command.ts'
import { type StoredAnswer, answerKey, keyOf } from './idempotency.ts'
import type { Lookup, OwnedRow, Read } from './record-kind.ts'

type Asking = Pick<Command<unknown>, 'accountId' | 'reads' | 'idempotency'>

/** The account states a batch works on, as they are under its locks. */
export type Loaded = Readonly<{ states: Map<string, AccountState>; answers: Map<string, StoredAnswer> }>

/**
 * Locks all accounts in the batch in one order, so that two transactions never wait for each other, and reads the rows that
 * the commands need. Every change of a customer's account holds this lock; nothing else is locked.
 */
export async function loadAccountStates(
  client: PoolClient,
  commands: readonly Asking[],
  access: 'lock' | 'snapshot' = 'lock',
): Promise<Loaded> {
  const accounts = [...new Set(commands.map(({ accountId }) => accountId))]
  const stateQuery = {
    name: `${access}-account-states`,
    text: access === 'lock' ? `${READ_ACCOUNT_STATES} for update` : READ_ACCOUNT_STATES,
    values: [accounts],
  }
  const asked = lookupsOf(commands)
  const [{ rows }, wallets, found, answers] = await Promise.all([
    client.query<AccountStateRow>(stateQuery),
    readWallets(client, commands),
    Promise.all(asked.map((lookup) => lookUp(client, lookup))),
    readAnswers(client, commands),
  ])
  const loaded = new Map(rows.map((row) => [String(row.account_id), accountStateOf(row)]))
  for (const { account_id, ...wallet } of wallets) loaded.get(String(account_id))?.wallets.set(wallet.type, wallet)
  for (const [at, { lookup }] of asked.entries()) hold(loaded, lookup, found[at] ?? [])
  for (const { lookup } of asked) await loadRelated(client, lookup, loaded)
  return { states: loaded, answers }
}

/** A lookup with all that the commands of a batch ask it for. */
type Asked = Readonly<{ lookup: Lookup; pairs: Pairs }>

/** Returns every lookup once, whichever commands need it; all statements go out before the first is answered. */
function lookupsOf(commands: readonly Asking[]): readonly Asked[] {
  const asked = new Map<string, Readonly<{ lookup: Lookup; pairs: DistinctPairs }>>()
  for (const { accountId, reads } of commands) {
    for (const read of reads.records ?? []) {
      const { name } = read.lookup
      const known = asked.get(name) ?? { lookup: read.lookup, pairs: distinctPairs() }
      asked.set(name, known)
      for (const key of keysOf(read)) known.pairs.add(accountId, key)
    }
  }
  return [...asked.values()]
}

/** A lookup of an account has one row of its own, without a key. */
const keysOf = ({ lookup, keys }: Read): readonly string[] => (lookup.isOfAccount ? [''] : keys)

async function lookUp(client: PoolClient, { lookup, pairs }: Asked): Promise<readonly OwnedRow[]> {
  if (!lookup.isOfAccount) return queryPairs<OwnedRow>(client, lookup, pairs)
  const { rows } = await client.query<OwnedRow>({ name: lookup.name, text: lookup.text, values: [pairs.accounts] })
  return rows
}

function hold(loaded: ReadonlyMap<string, AccountState>, { into }: Lookup, rows: readonly OwnedRow[]): void {
  for (const row of rows) {
    const state = loaded.get(String(row.account_id))
    if (state !== undefined) into.hold(state, row)
  }
}

/** Loads the rows that stand or fall with those just read; most have none, and then no query is made. */
async function loadRelated(client: PoolClient, { into: { related } }: Lookup, loaded: ReadonlyMap<string, AccountState>): Promise<void> {
  if (related === null) return
  const missing = distinctPairs()
  for (const state of loaded.values()) for (const id of related.missing(state)) missing.add(state.accountId, id)
  hold(loaded, related.lookup, await queryPairs<OwnedRow>(client, related.lookup, missing))
}

async function readWallets(client: PoolClient, commands: readonly Asking[]): Promise<readonly WalletRecord[]> {
  const some = distinctPairs()
  const all = new Set<string>()
  for (const { accountId, reads } of commands) {
    if (reads.wallets === 'all') all.add(accountId)
    else for (const type of reads.wallets ?? []) some.add(accountId, type)
  }
  const [named, whole] = await Promise.all([
    queryPairs<WalletRecord>(client, WALLETS, some),
    all.size === 0 ? null : client.query<WalletRecord>({ ...ALL_WALLETS, values: [[...all]] }),
  ])
  return [...named, ...(whole?.rows ?? [])]
}

type Statement = Readonly<{ name: string; text: string }>
// Each row is looked up by itself: `lateral … limit 1` leaves the planner no other way, whatever its statistics say.
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

type DistinctPairs = Pairs & Readonly<{ add: (account: string, key: string) => void }>

function distinctPairs(): DistinctPairs {
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
