import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { type AuditCheck, checkAudit } from './audit.ts'

/** The head of the audit log is written to a file outside of the database, so that a log cut short shows. */
export type AuditAnchor = Readonly<{ at: Instant; sequence: number; hash: string }>

export const auditAnchorFile = (dataFolder: string): string => join(dataFolder, 'anchors', 'audit.jsonl')

/** Writes the head down when it has moved since the last time. */
export function createAuditAnchoring(pool: Pool, dataFolder: string): Readonly<{ anchor: (now: Instant) => Promise<void> }> {
  let known: number | null = null
  return {
    anchor: async (now) => {
      known ??= (await readAuditAnchors(dataFolder)).at(-1)?.sequence ?? 0
      const { rows } = await pool.query<{ sequence: bigint; hash: string }>(
        `select sequence, encode(hash, 'hex') as hash from audit_log order by sequence desc limit 1`,
      )
      const head = rows[0]
      if (head === undefined || Number(head.sequence) === known) return
      const anchor: AuditAnchor = { at: now, sequence: Number(head.sequence), hash: head.hash }
      await mkdir(join(dataFolder, 'anchors'), { recursive: true })
      await appendFile(auditAnchorFile(dataFolder), `${JSON.stringify(anchor)}\n`, { flush: true })
      known = anchor.sequence
    },
  }
}

export async function readAuditAnchors(dataFolder: string): Promise<readonly AuditAnchor[]> {
  const text = await readFile(auditAnchorFile(dataFolder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  // A crash may have cut the last line; the next anchor says the same and more.
  return text.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as AuditAnchor] : []))
}

/** The chain recomputed and held against every anchor: the first row that is not as it was. */
export async function verifyAudit(pool: Pool, dataFolder: string): Promise<Omit<AuditCheck, 'hashAt'> & Readonly<{ anchors: number }>> {
  // The anchors are read first: what they remember can only be older than the log.
  const anchors = await readAuditAnchors(dataFolder)
  const { hashAt, ...check } = await checkAudit(pool)
  const forgotten = anchors.find(({ sequence, hash }) => hashAt(sequence) !== hash)
  const fault = forgotten === undefined ? null : anchorFault(forgotten, hashAt(forgotten.sequence))
  return { ...check, broken: check.broken ?? fault, anchors: anchors.length }
}

const anchorFault = ({ sequence }: AuditAnchor, found: string | null): Readonly<{ sequence: number; fault: string }> => ({
  sequence,
  fault: found === null ? 'an anchored row is gone' : 'an anchored row was changed',
})
