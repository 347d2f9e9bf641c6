import type { Pool } from 'pg'
import { readAnchors } from '../anchors.ts'
import { type ChainFault, createChainChecker, readEntries } from './chain.ts'
import { invariants } from './invariants.ts'
import { positionFaults } from './replay-positions.ts'

/** The result of one check: the rows that break it, empty when it holds. */
export type Check = Readonly<{ id: string; says: string; offending: readonly object[]; milliseconds: number }>
export type Verification = Readonly<{ checks: readonly Check[]; entries: number; accounts: number; clean: boolean }>

const MOST_SHOWN = 20

/** Replays the journal and checks every invariant, all in one snapshot, so that a running server does not blur it. */
export async function verifyBooks(pool: Pool, dataFolder: string | null, elapsed: () => number): Promise<Verification> {
  const client = await pool.connect()
  try {
    // The anchors are read first: what they remember can only be older than the snapshot.
    const anchors = dataFolder === null ? [] : await readAnchors(dataFolder)
    await client.query('begin isolation level repeatable read read only')
    const checks: Check[] = []
    for (const { id, says, sql } of invariants) {
      const started = elapsed()
      const { rows } = await client.query<object>(`select * from (${sql}) as offending limit ${MOST_SHOWN}`)
      checks.push({ id, says, offending: rows, milliseconds: elapsed() - started })
    }
    const started = elapsed()
    const checker = createChainChecker()
    const entries = await readEntries(client, checker.see)
    const heads = await client.query<{ account_id: bigint; sequence: bigint; head: string }>(
      `select account_id, sequence, encode(head, 'hex') as head from books where sequence > 0`,
    )
    const lost = heads.rows.filter((row) => checker.heads.get(String(row.account_id))?.hash !== row.head)
    const forgotten = anchors.flatMap(({ heads: anchored }) =>
      anchored.flatMap(([accountId, sequence, hash]) => anchorFault(checker, accountId, sequence, hash)),
    )
    const chainFaults = [
      ...checker.faults,
      ...lost.map((row) => ({
        accountId: String(row.account_id),
        sequence: Number(row.sequence),
        fault: 'the head of the books is not the head of the chain',
      })),
      ...forgotten,
    ]
    checks.push({
      id: 'INV-06',
      says: 'every chain recomputes to its head and keeps every anchored head',
      offending: chainFaults.slice(0, MOST_SHOWN),
      milliseconds: elapsed() - started,
    })
    const replayed = elapsed()
    const faults = await positionFaults(client)
    checks.push({
      id: 'INV-40',
      says: 'every position comes out the same when it is built again from the fills',
      offending: faults.slice(0, MOST_SHOWN),
      milliseconds: elapsed() - replayed,
    })
    return { checks, entries, accounts: checker.heads.size, clean: checks.every(({ offending }) => offending.length === 0) }
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
}

function anchorFault(checker: ReturnType<typeof createChainChecker>, accountId: string, sequence: number, hash: string): ChainFault[] {
  const found = checker.hashAt(accountId, sequence)
  if (found === hash) return []
  return [{ accountId, sequence, fault: found === undefined ? 'an anchored entry is gone' : 'an anchored entry was changed' }]
}
