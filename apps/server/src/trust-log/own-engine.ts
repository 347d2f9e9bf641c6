import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { StartRefused } from '../db/start-refused.ts'

/** An engine as one file that stands alone, and the SHA-256 of that file in hex, which names it. */
export type Engine = Readonly<{ hash: string; bytes: Uint8Array }>

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const FOLDERS = ['packages/exchange', 'packages/rules'] as const
/** What the file is built from beside the sources; the lock file names the version of the builder. */
const OTHERS = ['package-lock.json', 'tsconfig.base.json', 'tools/engine-bundle.ts', 'tools/engine.ts'] as const
const builtFolder = join(root, 'apps/server/dist')
const MAX_BUNDLE_BYTES = 64 * 1024 * 1024

let own: Promise<Engine> | null = null

/** The engine that this code is. Built once for each state of the sources, and kept beside the code where that can be written. */
export function ownEngine(): Promise<Engine> {
  own ??= readOwn()
  return own
}

async function readOwn(): Promise<Engine> {
  const name = `engine-${await hashOfSources()}.mjs`
  const bytes = (await readIfThere(join(builtFolder, name))) ?? (await buildAndKeep(name))
  return { hash: sha256(bytes), bytes }
}

async function buildAndKeep(name: string): Promise<Uint8Array> {
  const stdout = await build()
  try {
    await mkdir(builtFolder, { recursive: true })
    const draft = join(builtFolder, `${name}.${process.pid}`)
    await writeFile(draft, stdout)
    await rename(draft, join(builtFolder, name))
    for (const other of await readdir(builtFolder)) if (other.endsWith('.mjs') && other !== name) await rm(join(builtFolder, other))
  } catch {
    // Code that nobody may write to is built again at the next start.
  }
  return stdout
}

/** In a process of its own, because the builder is large and needed once. */
async function build(): Promise<Uint8Array> {
  const builder = join(root, 'tools/engine.ts')
  try {
    return (await promisify(execFile)(process.execPath, [builder], { cwd: root, encoding: 'buffer', maxBuffer: MAX_BUNDLE_BYTES })).stdout
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    throw new StartRefused(`The engine that the public log names could not be built by ${builder}. Is everything installed?\n${said}`)
  }
}

/** SHA-256 over one line for each file that the engine may be made of: its path and its own hash. */
async function hashOfSources(): Promise<string> {
  const lines: string[] = []
  for (const folder of FOLDERS) {
    const paths = (await readdir(join(root, folder, 'src'), { recursive: true })).map((path) => path.replaceAll('\\', '/'))
    const sources = paths.filter((path) => path.endsWith('.ts') && !isTest(path)).toSorted()
    const files = ['tsconfig.json', ...sources.map((path) => `src/${path}`)]
    for (const path of files) lines.push(`${folder}/${path} ${sha256(await readFile(join(root, folder, path)))}`)
  }
  for (const path of OTHERS) lines.push(`${path} ${sha256(await readFile(join(root, path)))}`)
  return sha256(`${lines.join('\n')}\n`)
}
const isTest = (path: string): boolean => /\.test\.ts$|(^|\/)testing\//u.test(path)

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

async function readIfThere(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
