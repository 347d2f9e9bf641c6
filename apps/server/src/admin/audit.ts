import { createHash } from 'node:crypto'
import type { PowerName } from '@rueda/rules/staff/powers.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient, QueryResult } from 'pg'
import { canonical } from '../http/canonical.ts'
import type { Act } from './handler.ts'

/**
 * The audit log: acts of staff, append-only by grant and trigger, and chained by hash, so that a row changed behind the
 * server's back shows. Its head is anchored outside of the database every minute.
 */
export type AuditEntry = Act &
  Readonly<{
    at: Instant
    staffId: string
    /** A role of every house, or the name of a composed one, which is never another's. */
    role: string
    power: PowerName
    requestId: string
    address: string
  }>

export const AUDIT_GENESIS = '0'.repeat(64)
/** One row after the other: the chain has no forks. Any number that no other advisory lock of ours uses. */
const CHAIN_LOCK = 0x6175646974

export async function appendAudit(client: PoolClient, entry: AuditEntry): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [CHAIN_LOCK])
  const { rows } = await client.query<{ sequence: bigint; hash: string }>(
    `select sequence, encode(hash, 'hex') as hash from audit_log order by sequence desc limit 1`,
  )
  const previousHash = rows[0]?.hash ?? AUDIT_GENESIS
  const row = rowOf(entry, Number(rows[0]?.sequence ?? 0n) + 1)
  await client.query(INSERT, [...row.columns, Buffer.from(previousHash, 'hex'), Buffer.from(hashOf(row.content, previousHash), 'hex')])
}

const jsonOf = (value: unknown): string | null => (value === undefined || value === null ? null : canonical(value))

function rowOf(entry: AuditEntry, sequence: number): Readonly<{ columns: unknown[]; content: AuditContent }> {
  const content: AuditContent = [
    ...[sequence, entry.at, entry.staffId, entry.role, entry.power, entry.accountId, entry.subject, entry.reason, entry.note ?? null],
    ...[jsonOf(entry.before), jsonOf(entry.after), entry.requestId, entry.address, entry.approvalId ?? null],
  ]
  return { columns: [...content], content }
}

/** Everything of a row but its hashes, in the order of the columns. */
type AuditContent = readonly (string | number | null)[]

const hashOf = (content: AuditContent, previousHash: string): string =>
  createHash('sha256')
    .update(JSON.stringify([previousHash, ...content]))
    .digest('hex')

const COLUMNS = `sequence, at, staff_id, role, power, account_id, subject, reason, note, before, after, request_id, address, approval_id`
const INSERT = `
  insert into audit_log (${COLUMNS}, previous_hash, hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`

export type AuditCheck = Readonly<{
  rows: number
  head: string
  broken: Readonly<{ sequence: number; fault: string }> | null
}>

type StoredRow = Readonly<Record<(typeof STORED)[number], string | bigint | null> & { previous_hash: string; hash: string }>
const STORED = [
  'sequence',
  'at',
  'staff_id',
  'role',
  'power',
  'account_id',
  'subject',
  'reason',
  'note',
  'before',
  'after',
  'request_id',
  'address',
  'approval_id',
] as const
const STRETCH = 5_000
const READ = `
  select sequence, at, staff_id::text, role, power, account_id::text, subject, reason, note, before::text, after::text, request_id::text,
         address, approval_id::text, encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash
  from audit_log where sequence > $1 order by sequence limit ${STRETCH}`

/** The pool, a connection, or snapshots that follow one another: rows that are there stay as they are. */
export type AuditReader = Readonly<{ query: (sql: string, values: unknown[]) => Promise<QueryResult> }>

/** Recomputes the whole chain; returns the first row that does not fit, and passes each row to `see`, for the anchors. */
export async function checkAudit(reader: AuditReader, see: (sequence: number, hash: string) => void): Promise<AuditCheck> {
  let count = 0
  let head = AUDIT_GENESIS
  let broken: AuditCheck['broken'] = null
  for (;;) {
    const { rows } = await reader.query(READ, [count])
    for (const row of rows as readonly StoredRow[]) {
      const sequence = Number(row.sequence)
      const fault = faultOf(row, sequence, { sequence: count, hash: head })
      broken ??= fault === null ? null : { sequence, fault }
      head = row.hash
      count += 1
      see(sequence, row.hash)
    }
    if (rows.length < STRETCH || broken !== null) return { rows: count, head, broken }
  }
}

function faultOf(row: StoredRow, sequence: number, before: Readonly<{ sequence: number; hash: string }>): string | null {
  if (sequence !== before.sequence + 1) return `follows row ${before.sequence}`
  if (row.previous_hash !== before.hash) return 'does not continue the chain'
  const content = STORED.map((column) => {
    const value = row[column]
    return typeof value === 'bigint' ? Number(value) : value
  })
  return hashOf(content, row.previous_hash) === row.hash ? null : 'its content does not give its hash'
}
