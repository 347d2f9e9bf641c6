import { closeSync, createReadStream, existsSync, fsyncSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { Instant } from '@rueda/rules/time.ts'
import type { Client, ClientConfig } from 'pg'
import { tilePath } from '@rueda/proof/tiles.ts'
import { type AnchorFileName, anchorPath } from '../anchors/anchor-file.ts'
import { filesOfTree, readTileFile } from '../trust-log/grow.ts'
import { ENGINES_FOLDER, engineFile, readEngineFile } from '../trust-log/engines.ts'
import { folderOfLog } from '../trust-log/log-folder.ts'
import { openLogFiles } from '../trust-log/log-files.ts'
import { StartRefused } from '../db/start-refused.ts'
import { keyFile } from '../vault/keyring.ts'
import { readPartitions } from '../db/months.ts'
import { TRUST_FOLDER, archiveKey, keyOf } from '../storage/keys.ts'
import type { FileStore } from '../storage/store.ts'
import { type ArchiveWriter, createArchive } from './archive-writer.ts'
import { copyOut } from './copy.ts'
import { whyNotIn } from './machine-errors.ts'
import { type Manifest, databasePart, dataFile, manifestOf } from './manifest.ts'
import { withOwnClient } from './own-client.ts'
import { type OwnFile, createOwnFile } from './own-file.ts'
import type { Progress } from './progress.ts'
import { sealerOf } from './seal.ts'
import { listed, readApplied, readSequences, readTables } from './snapshot-tables.ts'

/** Where the keys of a backup lie: beside the archive and never in it, so that the archive alone opens nothing that is sealed. */
export const keysBeside = (archive: string): string => `${archive}.keys.json`

type Asked = Readonly<{
  connection: ClientConfig
  dataFolder: string
  files: FileStore
  /** The archive to write. */
  to: string
  version: string
  at: Instant
  progress: Progress
}>
export type Kept = Readonly<{ bytes: number; rows: number; files: number }>

/**
 * Writes everything a house needs to go on elsewhere into one archive, and its keys into a file beside it. A server may be running: the
 * database is read as it is at one moment, and of files only what that moment knows.
 */
export async function backUp(asked: Asked): Promise<Kept> {
  const { dataFolder, to, at } = asked
  const keys = readKeys(dataFolder)
  const seal = sealerOf(keys)
  if (seal === null)
    throw new StartRefused(`${keyFile(dataFolder)} is damaged, and without it a backup opens nothing. Bring it back from its backup.`)
  const archive = await createArchive(to, at)
  try {
    // Only now: no other backup ends under these names while this one has the draft.
    for (const path of [to, keysBeside(to)]) if (existsSync(path)) throw new StartRefused(isThere(path))
    const { facts, files } = await withOwnClient(asked.connection, (client) => keepSnapshot(client, archive, asked))
    if (readKeys(dataFolder) !== keys)
      throw new StartRefused(
        'The keys were changed while the backup was taken, so it was not kept. Take it again when the change is through.',
      )
    const kept = keepKeys(keysBeside(to), keys)
    let isNamed = false
    const bytes = await archive
      .finish({
        describe: (parts) => manifestOf({ ...facts, parts: [...parts] }),
        seal,
        named: () => {
          isNamed = true
          kept.keep()
        },
      })
      .catch((error: unknown) => {
        if (!isNamed) kept.drop()
        throw error
      })
    return { bytes, rows: facts.tables.reduce((sum, { rows }) => sum + rows, 0), files }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

function readKeys(dataFolder: string): string {
  try {
    return readFileSync(keyFile(dataFolder), 'utf8')
  } catch {
    throw new StartRefused(
      `${keyFile(dataFolder)} cannot be read, and without it a backup opens nothing. Run this as the account that runs the server.`,
    )
  }
}

const isThere = (path: string): string => `${path} is there already, and a backup writes over nothing. Name another file.`

function keepKeys(path: string, keys: string): OwnFile {
  const own = createOwnFile(path, isThere(path))
  try {
    writeFileSync(own.descriptor, keys)
    fsyncSync(own.descriptor)
    return own
  } catch (error) {
    own.drop()
    throw whyNotIn(path, error)
  } finally {
    closeSync(own.descriptor)
  }
}

type Snapshot = Readonly<{ facts: Omit<Manifest, 'format' | 'parts'>; files: number }>

async function keepSnapshot(
  client: Client,
  archive: ArchiveWriter,
  { dataFolder, files: kept, version, at, progress }: Asked,
): Promise<Snapshot> {
  await client.query('begin isolation level repeatable read read only')
  const migrations = await readApplied(client)
  const tables: Manifest['tables'] = []
  for (const { name, columns } of await readTables(client)) {
    progress.doing(`keeping the database, ${name}`)
    let number = 0
    const rows = await copyOut(
      client,
      `copy (select ${listed(client, columns)} from ${client.escapeIdentifier(name)}) to stdout`,
      async (part) => {
        number += 1
        await archive.add(databasePart(name, number), part.length, [part])
        progress.moved(part.length)
      },
    )
    tables.push({ name, columns: [...columns], rows })
  }
  const files = await keepFiles(client, archive, kept, progress)
  await keepAnchors(client, archive, dataFolder, progress)
  await keepTrustLog(client, archive, kept, progress)
  await keepEngines(client, archive, kept, progress)
  await keepMonths(client, archive, kept, progress)
  const { rows: keys } = await client.query<{ name: string }>('select key_name as name from vault_keys order by 1')
  const { rows: servers } = await client.query<{ server_version: string }>('show server_version')
  const sequences = await readSequences(client)
  const partitions = [...(await readPartitions(client))]
  await client.query('commit')
  return {
    facts: {
      version,
      takenAt: new Date(at).toISOString(),
      postgres: servers[0]?.server_version ?? '',
      migrations,
      tables,
      partitions,
      sequences,
      keys: keys.map(({ name }) => name),
    },
    files,
  }
}

/** Pictures that the moment's database knows. One that was thrown away since, because nothing used it, is left out. */
async function keepFiles(client: Client, archive: ArchiveWriter, files: FileStore, progress: Progress): Promise<number> {
  const { rows } = await client.query<{ id: string }>('select file_id::text as id from files order by 1')
  let kept = 0
  for (const { id } of rows) {
    progress.doing(`keeping the files, ${kept} of ${rows.length}`)
    const sealed = await files.get(keyOf(id))
    if (sealed === null) continue
    await archive.add(dataFile(keyOf(id)), sealed.length, [sealed])
    progress.moved(sealed.length)
    kept += 1
  }
  return kept
}

/** The files of the public logs as long as the moment's database says they are. */
async function keepTrustLog(client: Client, archive: ArchiveWriter, kept: FileStore, progress: Progress): Promise<void> {
  const { rows } = await client.query<{ log: number; size: string }>('select log, size::text as size from trust_logs order by 1')
  for (const { log, size } of rows) {
    const files = openLogFiles(kept, folderOfLog(log))
    for (const tile of filesOfTree(Number(size))) {
      progress.doing(`keeping the public log, ${tilePath(tile)}`)
      const bytes = await readTileFile(tile, files)
      // A file that is missing is missing after the restore as well, and the start says so.
      if (bytes === null) continue
      await archive.add(dataFile(`${folderOfLog(log)}/${tilePath(tile)}`), bytes.length, [Buffer.from(bytes)])
      progress.moved(bytes.length)
    }
  }
}

/** The months that have left the tables, or are written to leave. */
async function keepMonths(client: Client, archive: ArchiveWriter, kept: FileStore, progress: Progress): Promise<void> {
  const { rows } = await client.query<{ month: string; number: number; hash: Buffer }>(
    'select month, number, hash from archive_files order by 1, 2',
  )
  for (const file of rows) {
    progress.doing(`keeping the archive of ${file.month}`)
    const bytes = await kept.get(archiveKey(file))
    // One that is missing is missing after the restore as well, and `npm run verify` says so; a month that is being written begins anew.
    if (bytes === null) continue
    await archive.add(dataFile(archiveKey(file)), bytes.length, [bytes])
    progress.moved(bytes.length)
  }
}

/** The engines that the moment's database names: whoever runs an old day again needs the one that it had. */
async function keepEngines(client: Client, archive: ArchiveWriter, kept: FileStore, progress: Progress): Promise<void> {
  const { rows } = await client.query<{ engine: string }>(ENGINES)
  for (const { engine } of rows) {
    progress.doing('keeping the engines')
    const bytes = await readEngineFile(kept, engine)
    // One that is missing is missing after the restore as well, and `npm run verify` says so.
    if (bytes === null) continue
    await archive.add(dataFile(`${TRUST_FOLDER}/${ENGINES_FOLDER}/${engineFile(engine)}`), bytes.length, [Buffer.from(bytes)])
    progress.moved(bytes.length)
  }
}
const ENGINES = `
  select entry::jsonb ->> 'engine' as engine from trust_entries where kind = 'engine'
  union select entry::jsonb ->> 'engine' from trust_waiting where entry::jsonb ->> 'kind' = 'engine' order by 1`

type AnchorRow = Readonly<{ name: AnchorFileName; bytes: string }>

/** Each file of anchors up to the length that the moment's database knows: what was appended later speaks of later entries. */
async function keepAnchors(client: Client, archive: ArchiveWriter, dataFolder: string, progress: Progress): Promise<void> {
  const { rows } = await client.query<AnchorRow>('select name, bytes::text as bytes from anchor_files order by 1')
  for (const { name, bytes: known } of rows) {
    const path = anchorPath(dataFolder, name)
    const found = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    const bytes = Math.min(Number(known), found)
    // A file that is missing or too short is missing or too short after the restore as well, and `npm run verify` says so.
    if (bytes === 0) continue
    progress.doing(`keeping the anchors, ${name}`)
    await archive.add(dataFile(`anchors/${name}.jsonl`), bytes, createReadStream(path, { end: bytes - 1 }))
    progress.moved(bytes)
  }
}
