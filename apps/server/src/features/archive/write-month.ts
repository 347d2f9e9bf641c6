import type { UtcMonth } from '@rueda/rules/months.ts'
import { ok } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { type Reader, inSnapshot } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { FileStore } from '../../storage/store.ts'
import type { Vault } from '../../vault/vault.ts'
import { entriesOf } from './archived-entries.ts'
import { faultsOfWritten } from './compare-month.ts'
import type { ArchiveFile } from '../../storage/keys.ts'
import { removeArchived, writeArchiveFile } from './files.ts'
import { type SealedPart, hashOf, sealPart } from './part.ts'
import { type PartRow, accountsIn, filesOf, forgetFiles, keepFile, rowsOf, statusOf, step } from './store.ts'

/**
 * Writes a month of the ledger to files, group by group of accounts, and reads all of it back before it counts as written. A crash anywhere leaves it
 * in the writing, and the next time begins anew. Nothing leaves the tables here.
 */
export type Archiving = Readonly<{
  pool: Pool
  vault: Pick<Vault, 'seal' | 'open'>
  files: FileStore
  /** The proof that the log has a head of an account at or after one of its entries; null where it has none. */
  proofFrom: (reader: Reader, accountId: string, sequence: number) => Promise<string | null>
}>

const ACCOUNTS_OF_A_FILE = 200

export class NotWritten extends Error {
  override name = 'NotWritten'
}

export async function writeMonth(archiving: Archiving, month: UtcMonth, now: Instant, accountsOfFile = ACCOUNTS_OF_A_FILE): Promise<void> {
  const { pool, files } = archiving
  // A month may wait for long before it leaves, and is looked at once more.
  const isWritten = (await statusOf(pool, month)) === 'written'
  if (isWritten && (await faultsOfWritten(archiving, month)).length === 0) return
  const before = await filesOf(pool, month)
  await inTransaction(pool, async (client) => {
    await step(client, month, 'write', now)
    await forgetFiles(client, month)
    return ok(true)
  })
  await removeArchived(files, before)
  let after = 0n
  for (let number = 1; ; number += 1) {
    const accounts = await accountsIn(pool, month, after, accountsOfFile)
    if (accounts.length === 0) break
    await writeFile(archiving, { month, number }, accounts)
    after = accounts.at(-1) ?? after
  }
  const faults = await faultsOfWritten(archiving, month)
  if (faults.length > 0) throw new NotWritten(`the archive of ${month} is not what the tables have: ${JSON.stringify(faults.slice(0, 3))}`)
  await inTransaction(pool, async (client) => {
    await step(client, month, 'finish', now)
    return ok(true)
  })
}

async function writeFile(archiving: Archiving, file: Pick<ArchiveFile, 'month' | 'number'>, accounts: readonly bigint[]): Promise<void> {
  const parts: PartRow[] = []
  const bodies: Buffer[] = []
  let place = 0
  for (const id of accounts) {
    const { facts, sealed } = await partOfAccount(archiving, String(id), file.month)
    parts.push({ ...facts, ...file, account_id: id, place: BigInt(place), bytes: BigInt(sealed.body.length), sealed: sealed.head })
    bodies.push(sealed.body)
    place += sealed.body.length
  }
  const content = Buffer.concat(bodies)
  // The rows come after the file, and so name none that is not there.
  const hash = hashOf(content)
  await writeArchiveFile(archiving.files, { ...file, hash }, content)
  await inTransaction(archiving.pool, async (client) => {
    await keepFile(client, { ...file, bytes: BigInt(content.length), hash }, parts)
    return ok(true)
  })
}

type Facts = Pick<PartRow, 'entries' | 'fills' | 'order_events' | 'sequence' | 'head'>

async function partOfAccount(
  { pool, vault, proofFrom }: Archiving,
  accountId: string,
  month: UtcMonth,
): Promise<Readonly<{ facts: Facts; sealed: SealedPart }>> {
  return inSnapshot(pool, async (reader) => {
    const rows = await rowsOf(reader, accountId, month)
    const last = (await entriesOf(reader, rows.entries.slice(-1)))[0]
    const proof = last === undefined ? null : await proofFrom(reader, accountId, last.sequence)
    const facts = {
      ...{ entries: rows.entries.length, fills: rows.fills.length, order_events: rows.order_events.length },
      sequence: last === undefined ? null : BigInt(last.sequence),
      head: last === undefined ? null : Buffer.from(last.hash, 'hex'),
    }
    return { facts, sealed: sealPart(vault, { accountId, month, rows, proof }) }
  })
}
