import { constants } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Reader } from '../db/snapshot.ts'

/**
 * A file outside the database, one JSON line after the other, that keeps what the database must not lose. The database in
 * turn keeps the length of the file and whether the last line could be written, so that a file that is missing, shorter,
 * torn, or no longer written to is recognised and never counts as an empty one.
 */
export type AnchorFileName = 'audit' | 'draws'

export const anchorPath = (dataFolder: string, name: AnchorFileName): string => join(dataFolder, 'anchors', `${name}.jsonl`)

/** `since` is the position from which the next anchor has to look; each writer of a file defines its own. */
export type AnchorState = Readonly<{ bytes: number; since: number; failure: string | null }>
const NEVER: AnchorState = { bytes: 0, since: 0, failure: null }

type Row = Readonly<{ bytes: bigint; since: bigint; failure: string | null }>

export async function anchorState(reader: Reader, name: AnchorFileName): Promise<AnchorState> {
  const { rows } = await reader.query<Row>('select bytes, since, failure from anchor_files where name = $1', [name])
  return rows[0] === undefined ? NEVER : { bytes: Number(rows[0].bytes), since: Number(rows[0].since), failure: rows[0].failure }
}

const KEEP = `
  insert into anchor_files (name, bytes, since) values ($1, $2, $3)
  on conflict (name) do update set bytes = excluded.bytes, since = excluded.since, failure = null`
const FAILED = `
  insert into anchor_files (name, bytes, since, failure) values ($1, 0, 0, $2) on conflict (name) do update set failure = excluded.failure`

/** Appends a line, or none where there is nothing to add, and remembers where the next one goes on. */
export async function keepAnchor(
  pool: Pool,
  dataFolder: string,
  { name, line, since }: Readonly<{ name: AnchorFileName; line: object | null; since: number }>,
): Promise<void> {
  try {
    const { bytes } = await anchorState(pool, name)
    const length = line === null ? bytes : await append(anchorPath(dataFolder, name), bytes, `${JSON.stringify(line)}\n`)
    await pool.query(KEEP, [name, length, since])
  } catch (error) {
    await pool.query(FAILED, [name, error instanceof Error ? error.message : String(error)])
    throw error
  }
}

/** Returns the length of the file after the line. */
async function append(path: string, known: number, line: string): Promise<number> {
  if (known === 0) await mkdir(dirname(path), { recursive: true })
  // A file that is gone is not made anew, because then its loss would show nowhere.
  const file = await open(path, known === 0 ? constants.O_RDWR | constants.O_CREAT : constants.O_RDWR)
  try {
    const { size } = await file.stat()
    if (size < known) throw new Error(`${path} is shorter than it was: ${size} of ${known} bytes`)
    const end = await endOfLines(file, size)
    // A crash or a full disk cut this line short. It never counted, and its content is written again.
    if (end < size) await file.truncate(end)
    const bytes = Buffer.from(line)
    for (let written = 0; written < bytes.length;)
      written += (await file.write(bytes, written, bytes.length - written, end + written)).bytesWritten
    await file.sync()
    return end + bytes.length
  } finally {
    await file.close()
  }
}

const BLOCK = 65_536
const NEWLINE = 0x0a

/** Returns the end of the last whole line, in bytes. */
async function endOfLines(file: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - BLOCK)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
    const newline = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE)
    if (newline !== -1) return start + newline + 1
    end = start
  }
  return 0
}

export type AnchorLines = Readonly<{
  /** Fault of the file itself; null where it is whole. */
  fault: string | null
  /** Length when it was looked at; nothing that is appended later is read. */
  bytes: number
  /** Its lines from a byte on; a torn line is reported as such, and the others are read. */
  lines: (from: number) => AsyncGenerator<Readonly<{ line: unknown } | { torn: number }>>
}>

const TAIL_WAITS = 5
const TAIL_WAIT_MS = 300

/** Looks at a file of anchors as it is now, however long it is. */
export async function lookAtAnchors(reader: Reader, dataFolder: string, name: AnchorFileName): Promise<AnchorLines> {
  const path = anchorPath(dataFolder, name)
  for (let tries = 1; ; tries += 1) {
    const state = await anchorState(reader, name)
    const { size, end } = await measure(path)
    const fault = faultOf(state, { path, size, end })
    // A line may be on its way into the file at this very moment.
    if (size === null || end === size || tries > TAIL_WAITS) return { fault, bytes: end, lines: (from) => readLines(path, from, end) }
    await wait(TAIL_WAIT_MS)
  }
}

type Measured = Readonly<{ size: number | null; end: number }>

async function measure(path: string): Promise<Measured> {
  const file = await openIfThere(path)
  if (file === null) return { size: null, end: 0 }
  try {
    const { size } = await file.stat()
    return { size, end: await endOfLines(file, size) }
  } finally {
    await file.close()
  }
}

function faultOf({ bytes, failure }: AnchorState, { path, size, end }: Measured & Readonly<{ path: string }>): string | null {
  if (failure !== null) return `the last anchor could not be written: ${failure}`
  if (bytes > 0 && size === null) return `${path} is missing`
  if (size !== null && size < bytes) return `${path} is shorter than it was: ${size} of ${bytes} bytes`
  if (size !== null && end < size) return `the last line of ${path} is torn`
  return null
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function* readLines(path: string, from: number, end: number): AsyncGenerator<Readonly<{ line: unknown } | { torn: number }>> {
  const file = end > from ? await openIfThere(path) : null
  if (file === null) return
  let at = from
  for await (const text of file.readLines({ start: from, end: end - 1, encoding: 'utf8' })) {
    const read = readJson(text)
    yield read === undefined ? { torn: at } : { line: read }
    at += Buffer.byteLength(text) + 1
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
