import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { z } from 'zod'
import { type AnchorLines, anchorState, keepAnchor, lookAtAnchors } from '../../anchors/anchor-file.ts'
import { type AuditCheck, type AuditReader, checkAudit } from '../../admin/audit.ts'

/** The head of the audit log is written to a file outside of the database, so that a log cut short shows. */
const auditAnchor = z.object({ at: z.number(), sequence: z.number().int().positive(), hash: z.string() })
type AuditAnchor = z.output<typeof auditAnchor>

/** Writes the head down when it has moved since the last time. */
export function createAuditAnchoring(pool: Pool, dataFolder: string): Readonly<{ anchor: (now: Instant) => Promise<void> }> {
  return {
    anchor: async (now) => {
      const { since } = await anchorState(pool, 'audit')
      const { rows } = await pool.query<{ sequence: bigint; hash: string }>(
        `select sequence, encode(hash, 'hex') as hash from audit_log order by sequence desc limit 1`,
      )
      const [head] = rows
      if (head === undefined) return
      const sequence = Number(head.sequence)
      const anchor: AuditAnchor | null = sequence === since ? null : { at: now, sequence, hash: head.hash }
      await keepAnchor(pool, dataFolder, { name: 'audit', line: anchor, since: sequence })
    },
  }
}

type Fault = NonNullable<AuditCheck['broken']>

/** The chain recomputed and compared with every anchor: the first row that is not as it was, or the fault of the anchors. */
export async function verifyAudit(pool: Pool, dataFolder: string): Promise<AuditCheck & Readonly<{ anchors: number }>> {
  // The anchors are read first: they can only be older than the log.
  const file = await lookAtAnchors(pool, dataFolder, 'audit')
  const { torn, ...check } = await compareAudit(pool, file)
  return { ...check, broken: check.broken ?? faultOfFile(check.rows, file.fault ?? torn) }
}

/** The chain recomputed, and compared with its anchors where there are any. */
export async function compareAudit(
  reader: AuditReader,
  file: AnchorLines | null,
): Promise<AuditCheck & Readonly<{ anchors: number; torn: string | null }>> {
  const { anchors, torn } = await readAnchors(file)
  const missing = new Map(anchors)
  let changed: Fault | null = null
  const check = await checkAudit(reader, (sequence, hash) => {
    const anchored = missing.get(sequence)
    if (anchored !== undefined && anchored !== hash) changed ??= { sequence, fault: 'an anchored row was changed' }
    missing.delete(sequence)
  })
  const [gone] = missing.keys()
  const broken = check.broken ?? changed ?? (gone === undefined ? null : { sequence: gone, fault: 'an anchored row is gone' })
  return { ...check, broken, anchors: anchors.size, torn }
}

async function readAnchors(file: AnchorLines | null): Promise<Readonly<{ anchors: ReadonlyMap<number, string>; torn: string | null }>> {
  const anchors = new Map<number, string>()
  let torn: string | null = null
  if (file === null) return { anchors, torn }
  for await (const read of file.lines(0)) {
    const anchor = 'line' in read ? auditAnchor.safeParse(read.line) : null
    if (anchor?.success === true) anchors.set(anchor.data.sequence, anchor.data.hash)
    else torn ??= 'a line of the anchors is torn'
  }
  return { anchors, torn }
}

const faultOfFile = (sequence: number, fault: string | null): Fault | null => (fault === null ? null : { sequence, fault })
