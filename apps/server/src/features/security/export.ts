import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { security } from '@rueda/contract/security.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { inSnapshot } from '../../db/snapshot.ts'
import { EVER } from '../../storage/archive-reading.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { TICKET_LIVES_MS, keepExport } from '../../storage/exports.ts'
import { createConcurrencyLimiter } from '../../concurrency-limiter.ts'
import { BUSY } from '../accounts/busy.ts'
import type { SecurityDeps } from './deps.ts'
import { writeArchive } from './export-archive.ts'

/**
 * Everything kept about a customer, as one file for machines: a JSON of all, a CSV for each table, and the pictures handed in. Its content
 * follows from the classification of the columns. A frozen account gets it too. The answer is a ticket; the file itself comes by that
 * alone.
 */
const EVERY_MS = 10 * MINUTE_MS

export async function exportData(
  deps: SecurityDeps,
  { caller: { accountId, sessionId } }: HandlerRequest<typeof security.exportData>,
): Promise<Result<DataOf<typeof security.exportData>>> {
  if (deps.space.isLow()) return refuse('storage.full')
  const packed = await line(() => pack(deps, { accountId, sessionId }))
  return packed.busy ? BUSY : packed.value
}

/** One export after the other: each reads a whole history and writes a whole file. */
const line = createConcurrencyLimiter({ atOnce: 1, mostWaiting: 20 })

async function pack(
  deps: SecurityDeps,
  { accountId, sessionId }: Readonly<{ accountId: string; sessionId: string }>,
): Promise<Result<DataOf<typeof security.exportData>>> {
  const now = deps.wallClock.now()
  const { rowCount } = await deps.pool.query(
    'update accounts set exported_at = $2 where account_id = $1 and (exported_at is null or exported_at <= $3)',
    [accountId, now, now - EVERY_MS],
  )
  if (rowCount === 0) return refuse('rate.limited', { retryAfterMs: EVERY_MS })
  const expiresAt = now + TICKET_LIVES_MS
  const owner = { accountId, exportId: deps.ids.next(), sessionId, expiresAt }
  const written = (pool: Pool) =>
    keepExport(deps, owner, (write) =>
      inSnapshot(pool, (reader) => writeArchive(deps, reader, { accountId, exportedAt: now, classification: deps.classification }, write)),
    )
  const kept = await deps.archive.over(accountId, EVER, written, { checksFirst: true })
  return ok({ ...kept, expireTimestamp: expiresAt })
}
