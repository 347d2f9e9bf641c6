import { createHash } from 'node:crypto'
import { type Entry, GENESIS_HASH, canonicalEntry } from '@rueda/rules/ledger/entry.ts'
import type { Pool, PoolClient } from 'pg'
import { ENTRY_COLUMNS, type EntryRecord, readEntry } from '../features/ledger/entry-rows.ts'
import { type VerifyOptions, verifyBooks } from '../features/integrity/verify/verify.ts'
import { outside } from './outside.ts'

/** Tampers as the owner of the database with every guard switched off, verifies, and undoes it all. */
export async function findingsAfter(
  pool: Pool,
  folder: string | null,
  tamper: (client: PoolClient) => Promise<unknown>,
  options: VerifyOptions = {},
): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local role none')
    await client.query('alter table entries disable trigger all')
    await client.query('alter table entries drop constraint entry_is_balanced')
    await tamper(client)
    // One connection sees its own tampering; the checks run on it instead of the pool's.
    const own = {
      query: quietQuery(client),
      connect: () =>
        Promise.resolve(Object.assign(Object.create(client) as PoolClient, { release: () => undefined, query: quietQuery(client) })),
    }
    const { checks } = await verifyBooks(own as never, folder === null ? null : outside(folder), () => 0, options)
    return checks.filter(({ offending }) => offending.length > 0).map(({ id }) => id)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** `verifyBooks` opens and ends transactions of its own; here they are inside the tampering one, which a statement that fails leaves as it is. */
const quietQuery = (client: PoolClient): ((text: string | { text: string }, values?: unknown[]) => Promise<unknown>) => {
  let isOpen = false
  return (text, values) => {
    const statement = typeof text === 'string' ? text : text.text
    if (statement.startsWith('begin')) {
      isOpen = true
      return client.query('savepoint looked')
    }
    if (statement !== 'rollback' && statement !== 'commit') return client.query(statement, values)
    const wasOpen = isOpen
    isOpen = false
    return wasOpen ? client.query(statement === 'commit' ? 'release looked' : 'rollback to looked') : Promise.resolve({ rows: [] })
  }
}

/** Writes an account's journals, causes and terms of executions anew, and every hash behind them, so that the chain fits again. */
export async function rewriteChain(client: PoolClient, accountId: string, rewritten: (entry: Entry) => Entry): Promise<void> {
  const read = `select ${ENTRY_COLUMNS} from entries e where account_id = $1 order by sequence`
  const { rows } = await client.query<EntryRecord>(read, [accountId])
  let previousHash = GENESIS_HASH
  for (const row of rows) {
    const { hash: _, ...content } = { ...rewritten(readEntry(row)), previousHash }
    const { sequence, journal, cause, execution, keyCommitment } = content
    const hash = createHash('sha256').update(canonicalEntry(content)).digest('hex')
    await client.query(
      `update entries set journal = $3, cause_id = $4, price = $5, quantity = $6, hash_version = $7, previous_hash = decode($8, 'hex'), hash = decode($9, 'hex')
       where account_id = $1 and sequence = $2`,
      [
        ...[accountId, sequence, journal, cause.id, execution?.price ?? null, execution?.quantity ?? null],
        ...[keyCommitment === null ? 1 : 2, previousHash, hash],
      ],
    )
    previousHash = hash
  }
  await client.query(`update account_states set head = decode($2, 'hex') where account_id = $1`, [accountId, previousHash])
}

/** Makes what the database has of the log fit the chains as they are now; its files it does not reach. */
export const sayAgain = (client: PoolClient): Promise<unknown> =>
  client.query(`
    alter table trust_heads disable trigger all;
    delete from trust_heads h where not exists (select from entries e where e.account_id = h.account_id and e.sequence = h.sequence);
    update trust_heads h set head = e.hash from entries e where e.account_id = h.account_id and e.sequence = h.sequence;
    update account_keys k set logged_sequence = coalesce((select max(h.sequence) from trust_heads h where h.account_id = k.account_id), 0)`)

type Appended = Readonly<Pick<Entry, 'journal' | 'cause' | 'lines'>>

/** Appends an entry to an account's chain as the server would, with every hash and every balance, and with nothing that caused it. */
export async function appendEntry(client: PoolClient, accountId: string, { journal, cause, lines }: Appended): Promise<void> {
  const { rows } = await client.query<EntryRecord>(
    `select ${ENTRY_COLUMNS} from entries e where account_id = $1 order by sequence desc limit 1`,
    [accountId],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`account ${accountId} has no entries`)
  const last = readEntry(row)
  const { rows: sums } = await client.query<{ account: string; balance: bigint }>(
    'select account, sum(amount)::bigint as balance from postings where account_id = $1 group by account',
    [accountId],
  )
  const balances = new Map(sums.map(({ account, balance }) => [account, balance]))
  const balancesAfter = lines.map(({ account, amount }) => (account.startsWith('U:') ? (balances.get(account) ?? 0n) + amount : null))
  const [sequence, at] = [last.sequence + 1, last.at + 1]
  const { valueDate, keyCommitment, hash: previousHash } = last
  const content = { accountId, sequence, at, journal, cause, lines, valueDate, balancesAfter, previousHash, keyCommitment }
  const hash = createHash('sha256').update(canonicalEntry(content)).digest('hex')
  await client.query(
    `insert into entries (account_id, sequence, journal, cause_kind, cause_id, cause_step, at, value_date, accounts, assets, amounts, balances_after,
                          previous_hash, hash, hash_version)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, decode($13, 'hex'), decode($14, 'hex'), $15)`,
    [
      ...[accountId, sequence, journal, cause.kind, cause.id, cause.step, at, valueDate],
      ...[lines.map(({ account }) => account), lines.map(({ asset }) => asset), lines.map(({ amount }) => amount), balancesAfter],
      ...[previousHash, hash, keyCommitment === null ? 1 : 2],
    ],
  )
  await client.query(`update account_states set sequence = $2, last_at = $3, head = decode($4, 'hex') where account_id = $1`, [
    ...[accountId, sequence, at, hash],
  ])
  for (const { account, amount } of lines)
    if (account.endsWith(':CASH'))
      await client.query('update wallets set cash = cash + $3 where account_id = $1 and type = $2', [
        accountId,
        account.split(':')[1],
        amount,
      ])
}
