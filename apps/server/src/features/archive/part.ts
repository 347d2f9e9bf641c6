import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { UtcMonth } from '@rueda/rules/months.ts'
import { z } from 'zod'
import { archivePartPlace } from '../../vault/sealed-columns.ts'
import { SEAL_HEAD_BYTES, type Vault } from '../../vault/vault.ts'

/**
 * What an account has in one month of the ledger, as it is archived: its rows word for word as the database writes them, in their order, and the
 * proof that the log has the head they end with. It is sealed for its account: the head of the seal stays in the database, the rest goes into a file.
 */
export const archivedTables = ['entries', 'fills', 'order_events'] as const
export type ArchivedTable = (typeof archivedTables)[number]
export type Rows = Readonly<Record<ArchivedTable, readonly string[]>>

const PART = z.object({
  form: z.literal(1),
  accountId: z.string(),
  month: z.string(),
  rows: z.object({ entries: z.array(z.string()), fills: z.array(z.string()), order_events: z.array(z.string()) }),
  /** A C2SP tlog-proof of the first logged head at or after the last entry; null where none was logged yet. */
  proof: z.string().nullable(),
})
export type ArchivedPart = Readonly<{ accountId: string; month: UtcMonth; rows: Rows; proof: string | null }>
export type SealedPart = Readonly<{ head: Buffer; body: Buffer }>

export function sealPart(vault: Pick<Vault, 'seal'>, part: ArchivedPart): SealedPart {
  const sealed = vault.seal(archivePartPlace(part.accountId), gzipSync(JSON.stringify({ form: 1, ...part })))
  return { head: sealed.subarray(0, SEAL_HEAD_BYTES), body: sealed.subarray(SEAL_HEAD_BYTES) }
}

/** Throws where the part was changed, or is of another account or another month. */
export function openPart(
  vault: Pick<Vault, 'open'>,
  of: Pick<ArchivedPart, 'accountId' | 'month'>,
  { head, body }: SealedPart,
): ArchivedPart {
  const opened = PART.parse(JSON.parse(gunzipSync(vault.open(archivePartPlace(of.accountId), Buffer.concat([head, body]))).toString()))
  if (opened.accountId !== of.accountId || opened.month !== of.month) throw new Error(`it is of ${opened.month}`)
  return opened
}

export const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
