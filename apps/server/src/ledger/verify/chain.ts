import { createHash } from 'node:crypto'
import { type Entry, GENESIS_HASH, canonicalEntry } from '@rueda/rules/ledger/entry.ts'
import type { PoolClient } from 'pg'
import { ENTRY_COLUMNS, type EntryRecord, readEntry } from '../entry-rows.ts'

/**
 * INV-06: recomputes every customer's hash chain from its first entry and compares it with what is stored. Entries
 * are read in stretches, so that a long journal does not have to fit into memory.
 */
export type ChainFault = Readonly<{ accountId: string; sequence: number; fault: string }>
export type ChainHeads = ReadonlyMap<string, Readonly<{ sequence: number; hash: string }>>

const STRETCH = 5_000
const READ_ENTRIES = `
  select ${ENTRY_COLUMNS} from entries e where (account_id, sequence) > ($1, $2) order by account_id, sequence limit ${STRETCH}`

/** Calls back with each entry in the order of the chains. */
export async function readEntries(client: PoolClient, seen: (entry: Entry) => void): Promise<number> {
  let last: readonly [bigint, bigint] = [-1n, -1n]
  let count = 0
  for (;;) {
    const { rows } = await client.query<EntryRecord>(READ_ENTRIES, [...last])
    for (const row of rows) seen(readEntry(row))
    count += rows.length
    const newest = rows.at(-1)
    if (newest === undefined) return count
    last = [newest.account_id, newest.sequence]
  }
}

/** Checks one chain entry by entry; balances after each line are recomputed as well. */
export function createChainChecker(): Readonly<{
  see: (entry: Entry) => void
  faults: ChainFault[]
  heads: ChainHeads
  hashAt: (accountId: string, sequence: number) => string | undefined
}> {
  const faults: ChainFault[] = []
  const heads = new Map<string, { sequence: number; hash: string }>()
  const balances = new Map<string, bigint>()
  const hashes = new Map<string, string>()
  const see = (entry: Entry): void => {
    const { accountId, sequence } = entry
    const fault = (text: string): void => void faults.push({ accountId, sequence, fault: text })
    const head = heads.get(accountId) ?? { sequence: 0, hash: GENESIS_HASH }
    if (sequence !== head.sequence + 1) fault(`follows entry ${head.sequence}`)
    if (entry.previousHash !== head.hash) fault('does not continue the chain')
    const { hash: _, ...content } = entry
    if (createHash('sha256').update(canonicalEntry(content)).digest('hex') !== entry.hash) fault('its content does not give its hash')
    for (const [index, line] of entry.lines.entries()) {
      if (!line.account.startsWith('U:')) continue
      const key = `${accountId} ${line.account}`
      const after = (balances.get(key) ?? 0n) + line.amount
      balances.set(key, after)
      if (entry.balancesAfter[index] !== after) fault(`balance of ${line.account} after it should be ${after}`)
    }
    heads.set(accountId, { sequence, hash: entry.hash })
    hashes.set(`${accountId} ${sequence}`, entry.hash)
  }
  return { see, faults, heads, hashAt: (accountId, sequence) => hashes.get(`${accountId} ${sequence}`) }
}
