import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Client } from 'pg'
import { z } from 'zod'
import { applyInTransaction, readMigrations } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/open.ts'
import { StartRefused } from '../db/start-refused.ts'
import { markRestored } from '../trust-log/log.ts'
import { type Keyring, keyFile, openKeyring } from '../vault/keyring.ts'
import { checkArchive, damaged, readParts } from './archive-reader.ts'
import { type Loading, loadDatabase, schemaOf } from './load-database.ts'
import { DATABASE_IS_FULL, diskIsFull, whyNotIn } from './machine-errors.ts'
import { type Manifest, readPath } from './manifest.ts'
import { withOwnClient } from './own-client.ts'
import { type Progress, sizeOf } from './progress.ts'
import { fillFolder } from './restoring-folder.ts'
import { type Sealed, isSealedBy } from './seal.ts'

type Asked<Value> = Readonly<{
  archive: string
  /** The file of keys that belongs to the archive. */
  keys: string
  into: string
  /** A PostgreSQL of the operator's, with an empty database; null starts our own in the folder. */
  databaseUrl: string | null
  version: string
  progress: Progress
  /** What is done with the restored house before it counts as restored. */
  verify: (house: Readonly<{ pool: Database['pool']; dataFolder: string; keyring: Keyring }>) => Promise<Value>
}>
export type Restored<Value> = Readonly<{
  manifest: Manifest
  /** How many migrations this release has beyond the backup's. */
  newMigrations: number
  verified: Value
}>

/**
 * Brings a house back from its archive into an empty folder, and its database up to this release. The archive is checked whole before
 * anything is written; what fails after that leaves nothing behind.
 */
export async function restore<Value>(asked: Asked<Value>): Promise<Restored<Value>> {
  const { archive, keys, into, progress } = asked
  progress.doing('checking the archive')
  const { manifest, sealed } = await checkArchive(archive, progress.moved)
  expectKnown(manifest, asked)
  const held = readKeys(keys, manifest)
  expectSealed(archive, sealed, { path: keys, held })
  return fillFolder(into, async (draft) => {
    expectRoom(manifest, draft)
    await mkdir(dirname(keyFile(draft)), { recursive: true, mode: 0o700 })
    await writeFile(keyFile(draft), held, { mode: 0o600, flush: true })
    const database = await openDatabase({ dataFolder: draft, databaseUrl: asked.databaseUrl })
    try {
      return await fill(database, draft, manifest, asked)
    } catch (error) {
      progress.doing('taking back what was written')
      throw whyDatabaseFailed(error, draft, asked)
    } finally {
      await database.stop()
    }
  })
}

const FULL_LOG = 'No space left on device'

/** A PostgreSQL whose disk is full may end with its connections, and then only its log says why. */
function whyDatabaseFailed(error: unknown, draft: string, { into, databaseUrl }: Pick<Asked<unknown>, 'into' | 'databaseUrl'>): Error {
  if (databaseUrl === null) {
    const log = join(draft, 'postgres.log')
    return existsSync(log) && readFileSync(log, 'utf8').includes(FULL_LOG) ? diskIsFull(into) : whyNotIn(into, error)
  }
  const isFull = error instanceof Error && 'code' in error && error.code === DATABASE_IS_FULL
  return isFull
    ? new StartRefused(
        'The disk of the PostgreSQL at DATABASE_URL is full, so nothing of this was kept. Make room there, and run this again.',
      )
    : whyNotIn(into, error)
}

async function fill<Value>(database: Database, draft: string, manifest: Manifest, asked: Asked<Value>): Promise<Restored<Value>> {
  const { archive, progress, verify, databaseUrl } = asked
  await withOwnClient(database.connection, async (client) => {
    await expectEmptyDatabase(client)
    await loadDatabase(client, manifest, {
      fill: async (loading) => {
        await fillFrom({ archive, manifest }, draft, loading, progress)
        progress.doing('binding the tables together')
      },
      finish: async () => {
        await openKeyring(draft, client)
        progress.doing('bringing the database up to this release')
        await applyInTransaction(client, schemaOf(manifest), Number.POSITIVE_INFINITY)
        markRestored(draft, manifest.takenAt)
      },
    })
  })
  try {
    const keyring = await openKeyring(draft, database.pool)
    progress.doing('verifying the books')
    const newMigrations = readMigrations().length - manifest.migrations.length
    return { manifest, newMigrations, verified: await verify({ pool: database.pool, dataFolder: draft, keyring }) }
  } catch (error) {
    if (databaseUrl === null) throw error
    throw new StartRefused(
      `The database at DATABASE_URL was filled, but its books could not be verified: ${error instanceof Error ? error.message : String(error)}. Make it empty again before the next try.`,
    )
  }
}

/** Puts every part of an archive to its place: rows into the database, files into the folder. */
export async function fillFrom(
  { archive, manifest }: Readonly<{ archive: string; manifest: Manifest }>,
  folder: string,
  { take }: Loading,
  progress: Pick<Progress, 'doing' | 'moved'>,
): Promise<void> {
  for await (const { path, content } of readParts(archive, manifest)) {
    const place = readPath(path)
    if (place === null) throw damaged(archive, `${path} does not belong in it`)
    progress.doing(`restoring ${'table' in place ? place.table : 'files'}`)
    const counted = count(content, progress.moved)
    if ('table' in place) await take(place.table, counted)
    else await keepFile(join(folder, place.file), counted)
  }
}

async function expectEmptyDatabase(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm') limit 1",
  )
  if (rows[0] !== undefined)
    throw new StartRefused(
      `The database at DATABASE_URL holds data already (the table ${rows[0].name}), and a restore writes over nothing. Make an empty one and name that.`,
    )
}

async function* count(content: AsyncIterable<Buffer>, moved: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    moved(piece.length)
    yield piece
  }
}

async function keepFile(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of content) await file.writeFile(piece)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The migrations of the backup have to be the first of ours: then its tables can be made here, and the later ones go over them. */
function expectKnown({ version: theirs, migrations }: Manifest, { archive, version }: Pick<Asked<unknown>, 'archive' | 'version'>): void {
  const ours = readMigrations()
  const unknown = migrations.find(({ number }) => ours.every((each) => each.number !== number))
  if (unknown !== undefined)
    throw new StartRefused(
      `The archive ${archive} is newer than this release: ${theirs} took it, with ${unknown.name}, which this ${version} does not know. Restore it with the release that took it, or a newer one.`,
    )
  const other = ours
    .slice(0, migrations.length)
    .find(({ number, checksum }, at) => migrations[at]?.number !== number || migrations[at].checksum !== checksum)
  if (other !== undefined)
    throw new StartRefused(
      `The archive ${archive} was taken with another ${other.name} than this release has. Restore it with the release that took it (${theirs}).`,
    )
}

const KEY_NAMES = z.object({ keys: z.record(z.string(), z.string()) })

/** The file of keys as it is, with every key that the backup was sealed with. */
function readKeys(path: string, manifest: Manifest): string {
  if (!existsSync(path))
    throw new StartRefused(
      `The keys of this backup are not at ${path}, and without them nothing sealed in it opens. Put the file there, or name it: --keys <file>`,
    )
  const held = readFileSync(path, 'utf8')
  const read = KEY_NAMES.safeParse(readJson(held))
  const missing = manifest.keys.find((name) => !read.success || read.data.keys[name] === undefined)
  if (missing !== undefined)
    throw new StartRefused(
      `${path} does not have the key ${missing} that this backup was sealed with. Name the file of keys that was written with it: --keys <file>`,
    )
  return held
}

function expectSealed(archive: string, sealed: Sealed, { path, held }: Readonly<{ path: string; held: string }>): void {
  if (!isSealedBy(held, sealed))
    throw new StartRefused(
      `The archive ${archive} is not what the house of ${path} wrote: somebody changed it, or the keys are of another house. Nothing was restored. Take another copy of both.`,
    )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A database takes at least the room of its rows. */
function expectRoom({ parts }: Manifest, folder: string): void {
  const needed = parts.reduce((sum, { bytes }) => sum + bytes, 0)
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < needed)
    throw new StartRefused(
      `The backup needs ${sizeOf(needed)} at least, and the disk of ${dirname(folder)} has ${sizeOf(bavail * bsize)}. Make room, or name a folder on another disk.`,
    )
}
