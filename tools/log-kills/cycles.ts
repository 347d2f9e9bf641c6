import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { openDatabase } from '../../apps/server/src/db/open.ts'
import { logFolder } from '../../apps/server/src/trust-log/log-folder.ts'
import { parseCheckpoint } from '../../packages/proof/src/checkpoint.ts'
import { base64 } from '../../packages/proof/src/bytes.ts'
import { EMPTY_EDGE, append, leafHash, rootOfEdge } from '../../packages/proof/src/merkle.ts'
import { parseNote } from '../../packages/proof/src/note.ts'
import { decodeBundle, newBundles, tilePath } from '../../packages/proof/src/tiles.ts'
import { newDataFolder } from '../server-process.ts'

/**
 * Kills the writer of the public log at any moment and starts it again, over and over. A checkpoint counts as given out from the moment its
 * file is there. In the end every one of them names a beginning of one and the same tree.
 */
type Options = Readonly<{ cycles: number; random: () => number; say: (line: string) => void }>
export type Killed = Readonly<{ checkpoints: number; entries: number; faults: readonly string[] }>

const WRITER = fileURLToPath(new URL('writer.ts', import.meta.url))
const MAX_LIFE_MS = 600
const SAID_EVERY = 20

export async function killWriters({ cycles, random, say }: Options): Promise<Killed> {
  const dataFolder = newDataFolder('rueda-log-kills-')
  const database = await openDatabase({ dataFolder, databaseUrl: null, durability: 'none' })
  try {
    await migrate(database.pool)
    const given = new Map<number, string>()
    const faults: string[] = []
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      const life = await oneLife(database.connectionString, dataFolder, random() * MAX_LIFE_MS)
      if (!life.isOpened) faults.push(`cycle ${cycle}: the writer did not open again: ${life.said}`)
      for (const note of [...life.notes, readCheckpoint(dataFolder)]) if (note !== null) keep(given, note, faults)
      if (cycle % SAID_EVERY === 0) say(`${cycle} of ${cycles} kills, ${given.size} checkpoints given out`)
    }
    const entries = readEntries(dataFolder, Math.max(0, ...given.keys()))
    return { checkpoints: given.size, entries: entries.length, faults: [...faults, ...othersTrees(entries, given)] }
  } finally {
    await database.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

type Life = Readonly<{ isOpened: boolean; notes: readonly string[]; said: string }>

/** One writer, from its start until it is killed some milliseconds after it went on. */
async function oneLife(connectionString: string, dataFolder: string, ms: number): Promise<Life> {
  const writer = spawn(process.execPath, [WRITER, connectionString, dataFolder], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((resolve) => writer.once('close', resolve))
  const notes: string[] = []
  let isOpened = false
  let said = ''
  writer.stderr.on('data', (part: Buffer) => (said += part.toString()))
  createInterface(writer.stdout).on('line', (line) => {
    if (line !== 'open') return void notes.push(JSON.parse(line) as string)
    isOpened = true
    setTimeout(() => writer.kill('SIGKILL'), ms)
  })
  await ended
  return { isOpened, notes, said }
}

function readCheckpoint(dataFolder: string): string | null {
  try {
    return readFileSync(join(logFolder(dataFolder, 1), 'checkpoint'), 'utf8')
  } catch {
    return null
  }
}

/** Two roots of one size are two trees. */
function keep(given: Map<number, string>, note: string, faults: string[]): void {
  const parsed = parseNote(note)
  const checkpoint = parsed.ok ? parseCheckpoint(parsed.value.text) : parsed
  if (!checkpoint.ok) return void faults.push(`a checkpoint cannot be read: ${note}`)
  const { size, root } = checkpoint.value
  const known = given.get(size)
  if (known !== undefined && known !== base64(root)) faults.push(`two trees of ${size} entries were given out`)
  given.set(size, base64(root))
}

function readEntries(dataFolder: string, size: number): readonly Uint8Array[] {
  return newBundles({ oldSize: 0, size }).flatMap(
    (bundle) => decodeBundle(readFileSync(join(logFolder(dataFolder, 1), tilePath(bundle)))) ?? [],
  )
}

function othersTrees(entries: readonly Uint8Array[], given: ReadonlyMap<number, string>): readonly string[] {
  const faults: string[] = []
  let edge = EMPTY_EDGE
  for (const size of [...given.keys()].toSorted((one, other) => one - other)) {
    ;({ edge } = append(edge, entries.slice(edge.size, size).map(leafHash)))
    if (edge.size !== size || base64(rootOfEdge(edge)) !== given.get(size))
      faults.push(`the tree does not begin with the one of ${size} entries`)
  }
  return faults
}
