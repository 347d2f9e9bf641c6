import { createHash } from 'node:crypto'
import { type Entry, GENESIS_HASH, canonicalEntry } from '@rueda/rules/ledger/entry.ts'
import { belongsTo } from '@rueda/rules/ledger/journals.ts'
import { ENTRY_COLUMNS, type EntryRecord, readEntry } from '../../ledger/entry-rows.ts'
import { POSTED } from '../../archive/what-left.ts'
import type { Slice } from './account-slices.ts'
import type { Snapshots } from './snapshots.ts'

/**
 * INV-06: recomputes customers' hash chains and compares them with the stored ones; no entry moves accounts that its journal may not move.
 * Entries are read in stretches, so that a long journal does not have to fit into memory.
 */
export type ChainFault = Readonly<{ accountId: string; sequence: number; fault: string }>
export type CheckedChains = Readonly<{ faults: readonly ChainFault[]; entries: number }>

const STRETCH = 5_000
/** A chain that is longer goes on from where it was verified before; a shorter one is recomputed from its first entry. */
const LONG = 20_000

const READ_SHORT = `
  select ${ENTRY_COLUMNS} from entries e where e.account_id = any($1) and (e.account_id, e.sequence) > ($2, $3)
  order by e.account_id, e.sequence limit ${STRETCH}`
const READ_LONG = `
  select ${ENTRY_COLUMNS} from entries e where e.account_id = $1 and e.sequence > $2 and e.sequence <= $3 order by e.sequence limit ${STRETCH}`
const HASH_AT = `select encode(hash, 'hex') as hash from entries where account_id = $1 and sequence = $2`
const BALANCES_AT = `
  select account, sum(amount)::bigint as balance from ${POSTED} posted
  where account_id = $1 and sequence <= $2 and account like 'U:%' group by account having sum(amount) <> 0`

/** Where the chains of accounts were at the end of what has left, and what all of that moved. */
const ENDS_OF_LEFT = `
  select distinct on (account_id) account_id, sequence, encode(head, 'hex') as hash from archived_accounts
  where account_id = any($1) order by account_id, sequence desc`
const MOVED_BY_LEFT = `
  select account_id, account, sum(amount)::bigint as balance from archived_lines
  where account_id = any($1) and account like 'U:%' group by 1, 2`

type AccountSlice = Slice['accounts'][number]

/** `provenThrough` says up to where the entries of an account are as they were when they were verified. */
export async function checkChains(
  snapshots: Snapshots,
  accounts: readonly AccountSlice[],
  provenThrough: (accountId: bigint) => number,
): Promise<CheckedChains> {
  const left = await readLeft(snapshots, accounts)
  const checker = createChainChecker(left)
  const short = accounts.filter(({ sequence }) => sequence <= LONG)
  let entries = await seeShort(snapshots, short, checker.see)
  for (const books of accounts)
    if (books.sequence > LONG)
      entries += await seeLong(snapshots, books, {
        from: provenThrough(books.accountId),
        checker,
        left: left.get(String(books.accountId)),
      })
  const lost = accounts.filter(({ accountId, sequence, head }) => sequence > 0 && checker.headOf(String(accountId)) !== head)
  const faults = lost.map(({ accountId, sequence }) => ({
    accountId: String(accountId),
    sequence,
    fault: 'the head of the books is not the head of the chain',
  }))
  return { faults: [...checker.faults, ...faults], entries }
}

type Left = Readonly<{ sequence: number; hash: string; moved: readonly (readonly [string, bigint])[] }>

async function readLeft(snapshots: Snapshots, accounts: readonly AccountSlice[]): Promise<ReadonlyMap<string, Left>> {
  const ids = accounts.map(({ accountId }) => accountId)
  const ends = await snapshots.query<{ account_id: bigint; sequence: bigint; hash: string }>(ENDS_OF_LEFT, [ids])
  if (ends.rows.length === 0) return new Map()
  const { rows } = await snapshots.query<{ account_id: bigint; account: string; balance: bigint }>(MOVED_BY_LEFT, [ids])
  const moved = Map.groupBy(rows, ({ account_id: id }) => String(id))
  return new Map(
    ends.rows.map(({ account_id: id, sequence, hash }) => [
      String(id),
      {
        ...{ sequence: Number(sequence), hash },
        moved: (moved.get(String(id)) ?? []).map(({ account, balance }) => [account, balance] as const),
      },
    ]),
  )
}

async function seeShort(snapshots: Snapshots, accounts: readonly AccountSlice[], see: (entry: Entry) => void): Promise<number> {
  const ids = accounts.map(({ accountId }) => accountId)
  // An entry may have come since the heads were read; INV-05 finds one that no head counts.
  const through = new Map(accounts.map(({ accountId, sequence }) => [accountId, sequence]))
  let last: readonly [bigint, bigint] = [-(2n ** 63n), 0n]
  let count = 0
  if (ids.length === 0) return 0
  for (;;) {
    const { rows } = await snapshots.query<EntryRecord>(READ_SHORT, [ids, ...last])
    for (const row of rows) if (row.sequence <= (through.get(row.account_id) ?? 0)) see(readEntry(row))
    count += rows.length
    const newest = rows.at(-1)
    if (newest === undefined || rows.length < STRETCH) return count
    last = [newest.account_id, newest.sequence]
  }
}

/** A long chain is read up to its recorded head alone: it may outlast a snapshot, and grows meanwhile. */
async function seeLong(
  snapshots: Snapshots,
  { accountId, sequence }: AccountSlice,
  { from: proven, checker, left }: Readonly<{ from: number; checker: ChainChecker; left: Left | undefined }>,
): Promise<number> {
  const from = proven > 0 && left !== undefined ? Math.max(proven, left.sequence) : proven
  if (from > 0) {
    const at = await snapshots.query<{ hash: string }>(HASH_AT, [accountId, from])
    const { rows } = await snapshots.query<{ account: string; balance: bigint }>(BALANCES_AT, [accountId, from])
    const balances = rows.map(({ account, balance }) => [account, balance] as const)
    checker.goOn(String(accountId), {
      sequence: from,
      hash: at.rows[0]?.hash ?? (from === left?.sequence ? left.hash : GENESIS_HASH),
      balances,
    })
  }
  let last = from
  let count = 0
  for (;;) {
    const { rows } = await snapshots.query<EntryRecord>(READ_LONG, [accountId, last, sequence])
    for (const row of rows) checker.see(readEntry(row))
    count += rows.length
    const newest = rows.at(-1)
    if (newest === undefined || rows.length < STRETCH) return count
    last = Number(newest.sequence)
  }
}

type Start = Readonly<{ sequence: number; hash: string; balances: readonly (readonly [string, bigint])[] }>
type ChainChecker = ReturnType<typeof createChainChecker>

/**
 * Checks chains entry by entry; balances after each line are recomputed as well. Of an account of which entries have left, those that stayed among
 * them are looked at one by one, and from there on its chain and its balances go on from what is kept and sealed of those that left.
 */
function createChainChecker(leftOf: ReadonlyMap<string, Left>): Readonly<{
  see: (entry: Entry) => void
  goOn: (accountId: string, start: Start) => void
  faults: ChainFault[]
  headOf: (accountId: string) => string | undefined
}> {
  const faults: ChainFault[] = []
  const heads = new Map<string, { sequence: number; hash: string }>()
  // The entries of an account come one after the other, so that only one account's balances are needed.
  let balances = new Map<string, bigint>()
  let current = ''
  /** True behind what has left, or where nothing has. */
  let isWhole = true
  const goOn = (accountId: string, start: Start): void => {
    current = accountId
    balances = new Map(start.balances)
    heads.set(accountId, start)
    isWhole = start.sequence >= (leftOf.get(accountId)?.sequence ?? 0)
  }
  const see = (entry: Entry): void => {
    const { accountId, sequence } = entry
    const fault = (text: string): void => void faults.push({ accountId, sequence, fault: text })
    if (accountId !== current) goOn(accountId, { sequence: 0, hash: GENESIS_HASH, balances: [] })
    const left = leftOf.get(accountId)
    if (left !== undefined && !isWhole && sequence > left.sequence) {
      for (const [account, moved] of left.moved) balances.set(account, (balances.get(account) ?? 0n) + moved)
      heads.set(accountId, left)
      isWhole = true
    }
    const head = heads.get(accountId) ?? { sequence: 0, hash: GENESIS_HASH }
    const isNext = sequence === head.sequence + 1
    if (!isNext && (isWhole || sequence <= head.sequence)) fault(`follows entry ${head.sequence}`)
    if ((isNext || isWhole) && entry.previousHash !== head.hash) fault('does not continue the chain')
    if (sequence === left?.sequence && entry.hash !== left.hash) fault('is not the entry that what has left ends with')
    const { hash: _, ...content } = entry
    if (createHash('sha256').update(canonicalEntry(content)).digest('hex') !== entry.hash) fault('its content does not give its hash')
    for (const [index, line] of entry.lines.entries()) {
      if (!belongsTo(entry.journal, line.account)) fault(`${entry.journal} moves nothing of ${line.account}`)
      if (!line.account.startsWith('U:')) continue
      const after = (balances.get(line.account) ?? 0n) + line.amount
      balances.set(line.account, after)
      if (isWhole && entry.balancesAfter[index] !== after) fault(`balance of ${line.account} after it should be ${after}`)
    }
    heads.set(accountId, { sequence, hash: entry.hash })
  }
  const headOf = (accountId: string): string | undefined => {
    const [head, left] = [heads.get(accountId), leftOf.get(accountId)]
    return left !== undefined && (head?.sequence ?? 0) < left.sequence ? left.hash : head?.hash
  }
  return { see, goOn, faults, headOf }
}
