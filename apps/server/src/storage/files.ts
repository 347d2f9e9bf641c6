import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { Infrastructure } from '../infrastructure.ts'
import type { Reader } from '../db/snapshot.ts'
import { inTransaction } from '../db/transaction.ts'
import type { CleanImage } from './clean-image.ts'
import type { FileStore } from './store.ts'
import { keyOf } from './keys.ts'

/**
 * Files that customers gave us. Each belongs to one account, is sealed for that account and its own id, and is named
 * to the outside by `/web/file/<id>`; knowing the address opens nothing (see `links.ts`).
 */
export type StoredFile = Readonly<{
  accountId: string
  fileId: string
  width: number
  height: number
  print: string
  contrast: number
}>

const PREFIX = '/web/file/'
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u

export const fileUrl = (fileId: string): string => `${PREFIX}${fileId}`

export function fileIdOf(url: string): string | null {
  const id = url.startsWith(PREFIX) ? url.slice(PREFIX.length) : ''
  return ID.test(id) ? id : null
}

const MAX_FILES = 50
const MAX_BYTES = 100 * 1024 * 1024
const MAX_FILES_A_DAY = 20
const MAX_BYTES_A_DAY = 50 * 1024 * 1024

type Keeping = Pick<Infrastructure, 'pool' | 'vault' | 'ids' | 'files'>

/**
 * Keeps a picture for its owner and answers with its id. The file is there before its row, since a row without its file would promise a picture that is not
 * there; and before the transaction, since nothing else of the account may wait for a slow store.
 */
export async function keepFile(app: Keeping, accountId: string, image: CleanImage, now: Instant): Promise<Result<string>> {
  const fileId = app.ids.next()
  const sealed = app.vault.seal(placeOf(accountId, fileId), image.bytes)
  const room = await roomFor(app.pool, accountId, sealed.length, now)
  if (!room.ok) return room
  await app.files.put([{ key: keyOf(fileId), bytes: sealed }])
  const kept = await inTransaction(app.pool, async (client): Promise<Result<string>> => {
    await client.query('select from accounts where account_id = $1 for update', [accountId])
    const still = await roomFor(client, accountId, sealed.length, now)
    if (!still.ok) return still
    await client.query(INSERT, [accountId, fileId, sealed.length, image.width, image.height, image.print, image.contrast, now])
    return ok(fileId)
  })
  // A commit that nobody knows of keeps the file; without a row it goes with the next orphans, as it does when it cannot be removed now.
  if (!kept.ok) await app.files.remove(keyOf(fileId)).catch(() => undefined)
  return kept
}

const INSERT = `
  insert into files (account_id, file_id, bytes, width, height, print, contrast, uploaded_at)
  values ($1, $2, $3, $4, $5, $6::bit(256), $7, $8)`

async function roomFor(client: Reader, accountId: string, more: number, now: Instant): Promise<Result<true>> {
  if (!(await hasRoom(client, accountId, more))) return refuse('file.quota', { num: MAX_FILES })
  return (await hasRoomToday(client, accountId, more, now)) ? ok(true) : refuse('file.daily')
}

async function hasRoom(client: Reader, accountId: string, more: number): Promise<boolean> {
  const { rows } = await client.query<{ files: bigint; bytes: bigint }>(
    'select count(*) as files, coalesce(sum(bytes), 0)::bigint as bytes from files where account_id = $1',
    [accountId],
  )
  const used = rows[0]
  return used !== undefined && used.files < MAX_FILES && Number(used.bytes) + more <= MAX_BYTES
}

/** Returns true while the day has room. An unused file is kept for a day, so a day's files are all still there. */
export async function hasRoomToday(client: Reader, accountId: string, more: number, now: Instant): Promise<boolean> {
  const { rows } = await client.query<{ files: bigint; bytes: bigint }>(
    'select count(*) as files, coalesce(sum(bytes), 0)::bigint as bytes from files where account_id = $1 and uploaded_at > $2',
    [accountId, now - DAY_MS],
  )
  const used = rows[0]
  return used !== undefined && used.files < MAX_FILES_A_DAY && Number(used.bytes) + more <= MAX_BYTES_A_DAY
}

type FileRow = Readonly<{ file_id: string; width: number; height: number; print: string; contrast: number }>
const COLUMNS = 'file_id::text, width, height, print::text, contrast'

const fromRow = (accountId: string, row: FileRow): StoredFile => ({
  accountId,
  fileId: row.file_id,
  width: row.width,
  height: row.height,
  print: row.print,
  contrast: row.contrast,
})

/**
 * Returns the file behind an address that a customer handed in, and marks it as used, so that it is not thrown away. Null
 * when there is none or it is somebody else's: the caller does not learn which.
 */
export async function ownFile(client: Reader, accountId: string, url: string): Promise<StoredFile | null> {
  const fileId = fileIdOf(url)
  if (fileId === null) return null
  const { rows } = await client.query<FileRow>(
    `update files set is_used = true where account_id = $1 and file_id = $2 returning ${COLUMNS}`,
    [accountId, fileId],
  )
  return rows[0] === undefined ? null : fromRow(accountId, rows[0])
}

export async function fileOf(reader: Reader, accountId: string, fileId: string): Promise<StoredFile | null> {
  const { rows } = await reader.query<FileRow>(`select ${COLUMNS} from files where account_id = $1 and file_id = $2`, [accountId, fileId])
  return rows[0] === undefined ? null : fromRow(accountId, rows[0])
}

/** Every picture of a customer, the oldest first. */
export async function filesOf(reader: Reader, accountId: string): Promise<readonly string[]> {
  const { rows } = await reader.query<{ file_id: string }>(
    'select file_id::text from files where account_id = $1 order by uploaded_at, file_id',
    [accountId],
  )
  return rows.map((row) => row.file_id)
}

/** Returns the picture itself; null when it is no longer stored. */
export async function readFileContent(
  { vault, files }: Pick<Infrastructure, 'vault' | 'files'>,
  accountId: string,
  fileId: string,
): Promise<Buffer | null> {
  const sealed = await files.get(keyOf(fileId))
  return sealed === null ? null : vault.open(placeOf(accountId, fileId), sealed)
}

/** Returns the place of a file in the vault. */
export const placeOf = (accountId: string, fileId: string) => ({ accountId, field: `file ${fileId}` })

/** Throws away files that nothing has used in a day. Returns their number. */
export async function dropUnused(
  { pool, files }: Readonly<{ pool: Pool; files: Pick<FileStore, 'remove'> }>,
  before: Instant,
): Promise<number> {
  const { rows } = await pool.query<{ file_id: string }>(
    'delete from files where not is_used and uploaded_at < $1 returning file_id::text',
    [before],
  )
  for (const { file_id: fileId } of rows) await files.remove(keyOf(fileId))
  return rows.length
}
