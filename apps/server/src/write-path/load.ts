import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import type { PoolClient } from 'pg'
import {
  type AccountStateRow,
  CLAIM_ACCOUNT_STATES,
  READ_ACCOUNT_STATES,
  WALLET_COLUMNS,
  type WalletRecord,
  accountStateOf,
} from './account-rows.ts'
import type { BoundCommand } from './command.ts'
import { type StoredAnswer, answerKey, keyOf } from './idempotency.ts'
import { ALL_WALLETS, type KeptState, type KeptStates } from './kept-states.ts'
import type { Lookup, OwnedRow } from './record-kind.ts'

type Asking = Pick<BoundCommand<unknown>, 'accountId' | 'reads' | 'idempotency'>

/** The account states a batch works on, each in the version that it may be saved on, and the answers that were given before. */
export type Loaded = Readonly<{
  states: Map<string, AccountState>
  kept: ReadonlyMap<string, KeptState>
  /** Those whose version was counted already, in the same transaction. */
  claimed: ReadonlySet<string>
  answers: Map<string, StoredAnswer>
}>

type Taken = Map<string, KeptState>

type Loading<Each> = Readonly<{
  /** States that need not be read again; left out, everything is read. */
  keptStates?: KeptStates
  /** True for a command whose account nobody else may change until the transaction ends. */
  isClaimed?: (command: Each) => boolean
}>
const NOBODY = (): boolean => false

/**
 * Reads the rows that the commands need, except those of kept states that the database has in the same version. Whatever changes an account
 * counts its version, with which a batch is saved; an account that is claimed cannot be changed meanwhile.
 */
export async function loadAccountStates<Each extends Asking>(
  client: PoolClient,
  commands: readonly Each[],
  { keptStates, isClaimed = NOBODY }: Loading<Each> = {},
): Promise<Loaded> {
  const accounts = new Set(commands.map(({ accountId }) => accountId))
  const taken: Taken = new Map()
  for (const accountId of accounts) {
    const kept = keptStates?.take(accountId) ?? null
    if (kept !== null) taken.set(accountId, kept)
  }
  const claimed = new Set(commands.filter(isClaimed).map(({ accountId }) => accountId))
  const [rows, answers, guessed] = await Promise.all([
    readStates(client, accounts, claimed),
    readAnswers(client, commands),
    readParts(client, commands, taken),
  ])
  const outdated = rows.filter(({ account_id, version }) => {
    const kept = taken.get(String(account_id))
    // Claiming it has counted its version.
    return kept !== undefined && kept.version !== (claimed.has(String(account_id)) ? version - 1n : version)
  })
  for (const { account_id } of outdated) taken.delete(String(account_id))
  const { asked, wallets, found } = outdated.length === 0 ? guessed : await readParts(client, commands, taken)
  const states = new Map(rows.map((row) => [String(row.account_id), taken.get(String(row.account_id))?.state ?? accountStateOf(row)]))
  for (const { account_id, ...wallet } of wallets) states.get(String(account_id))?.wallets.set(wallet.type, wallet)
  for (const [at, { lookup }] of asked.entries()) hold(states, lookup, found[at] ?? [])
  for (const { lookup } of asked) await loadRelated(client, lookup, states)
  return { states, kept: versionsOf(rows, states, wholeOf(commands, taken)), claimed, answers }
}

/** Claims first, so that what is read of a claimed account after it belongs to its version. */
async function readStates(
  client: PoolClient,
  accounts: ReadonlySet<string>,
  claimed: ReadonlySet<string>,
): Promise<readonly AccountStateRow[]> {
  const others = [...accounts].filter((accountId) => !claimed.has(accountId))
  const states = { name: 'read-account-states', text: READ_ACCOUNT_STATES, values: [others] }
  const claims = { name: 'claim-account-states', text: CLAIM_ACCOUNT_STATES, values: [[...claimed]] }
  const answered = await Promise.all([
    claimed.size === 0 ? null : client.query<AccountStateRow>(claims),
    others.length === 0 ? null : client.query<AccountStateRow>(states),
  ])
  return answered.flatMap((answer) => answer?.rows ?? [])
}

type Parts = Readonly<{ asked: readonly Asked[]; wallets: readonly WalletRecord[]; found: readonly (readonly OwnedRow[])[] }>

async function readParts(client: PoolClient, commands: readonly Asking[], taken: Taken): Promise<Parts> {
  const asked = lookupsOf(commands, taken)
  const [wallets, found] = await Promise.all([
    readWallets(client, commands, taken),
    Promise.all(asked.map((lookup) => lookUp(client, lookup))),
  ])
  return { asked, wallets, found }
}

type Whole = ReadonlyMap<string, ReadonlySet<string>>

function versionsOf(rows: readonly AccountStateRow[], states: ReadonlyMap<string, AccountState>, whole: Whole): Map<string, KeptState> {
  const kept = new Map<string, KeptState>()
  for (const { account_id, version } of rows) {
    const accountId = String(account_id)
    const state = states.get(accountId)
    if (state !== undefined) kept.set(accountId, { state, version, whole: whole.get(accountId) ?? NOTHING })
  }
  return kept
}
const NOTHING: ReadonlySet<string> = new Set()

/** What is there completely of each account, once these commands have been read for. */
function wholeOf(commands: readonly Asking[], taken: Taken): Whole {
  const whole = new Map([...taken].map(([accountId, kept]) => [accountId, kept.whole]))
  for (const { accountId, reads } of commands) {
    const names = (reads.records ?? []).flatMap(({ lookup }) => (lookup.isOfAccount ? [lookup.name] : []))
    if (reads.wallets === 'all') names.push(ALL_WALLETS)
    if (names.length > 0) whole.set(accountId, new Set([...(whole.get(accountId) ?? []), ...names]))
  }
  return whole
}

/** A lookup with all that the commands of a batch ask it for and that is not kept. */
type Asked = Readonly<{ lookup: Lookup; pairs: Pairs }>

/** Returns every lookup once, whichever commands need it; all statements go out before the first is answered. */
function lookupsOf(commands: readonly Asking[], taken: Taken): readonly Asked[] {
  const asked = new Map<string, Readonly<{ lookup: Lookup; pairs: DistinctPairs }>>()
  for (const { accountId, reads } of commands) {
    const kept = taken.get(accountId)
    for (const { lookup, keys } of reads.records ?? []) {
      const known = asked.get(lookup.name) ?? { lookup, pairs: distinctPairs() }
      asked.set(lookup.name, known)
      // A lookup of an account has rows of its own, without a key.
      if (!lookup.isOfAccount)
        for (const key of keys) if (kept === undefined || !lookup.isHeld(kept.state, key)) known.pairs.add(accountId, key)
      if (lookup.isOfAccount && kept?.whole.has(lookup.name) !== true) known.pairs.add(accountId, '')
    }
  }
  return [...asked.values()]
}

async function lookUp(client: PoolClient, { lookup, pairs }: Asked): Promise<readonly OwnedRow[]> {
  if (!lookup.isOfAccount) return queryPairs<OwnedRow>(client, lookup, pairs)
  if (pairs.accounts.length === 0) return []
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

async function readWallets(client: PoolClient, commands: readonly Asking[], taken: Taken): Promise<readonly WalletRecord[]> {
  const some = distinctPairs()
  const all = new Set<string>()
  for (const { accountId, reads } of commands) {
    const kept = taken.get(accountId)
    if (kept?.whole.has(ALL_WALLETS) === true) continue
    if (reads.wallets === 'all') all.add(accountId)
    else for (const type of reads.wallets ?? []) if (kept?.state.wallets.has(type) !== true) some.add(accountId, type)
  }
  const [named, whole] = await Promise.all([
    queryPairs<WalletRecord>(client, WALLETS, some),
    all.size === 0 ? null : client.query<WalletRecord>({ ...ALL_WALLETS_OF, values: [[...all]] }),
  ])
  return [...named, ...(whole?.rows ?? [])]
}

type Statement = Readonly<{ name: string; text: string }>
// A join with the keys, which a distributed PostgreSQL takes to each of its parts; by the primary key the planner has no other way.
const WALLETS: Statement = {
  name: 'read-wallets',
  text: `
    select ${WALLET_COLUMNS}
    from unnest($1::bigint[], $2::text[]) as asked (account_id, type)
    join wallets w on w.account_id = asked.account_id and w.type = asked.type`,
}
const ALL_WALLETS_OF: Statement = {
  name: 'read-all-wallets',
  text: `select ${WALLET_COLUMNS} from wallets w where w.account_id = any($1::bigint[])`,
}
const READ_ANSWERS = `
  select i.account_id, i.path, i.key, i.body_hash, i.answer, i.at
  from unnest($1::bigint[], $2::text[], $3::text[]) as asked (account_id, path, key)
  join idempotency i on i.account_id = asked.account_id and i.path = asked.path and i.key = asked.key`

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
