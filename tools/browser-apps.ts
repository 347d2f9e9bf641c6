import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, tool, withProgress } from './run.ts'
import { compressFiles } from './compress.ts'
import { ownEngine } from '../apps/server/src/trust-log/own-engine.ts'
import { root } from './root.ts'
import { VERIFIER, sha256Of, verifierPage } from './verifier.ts'

const SHARED_SOURCES = [
  'tools/vite',
  'tools/compress.ts',
  'tools/licences.ts',
  'tools/built-from.ts',
  'tools/verifier.ts',
  'apps/witness/src/verifier',
  'apps/witness/src/check',
  'packages/ui',
  'packages/text',
  'packages/contract',
  'packages/exchange',
  'packages/proof',
  'packages/rules',
  'package-lock.json',
  'tsconfig.base.json',
]
const NOT_SOURCES = new Set(['node_modules', 'dist'])
const STAMP = '.sources'

/** Apps that browsers load: the customers' app, and the back office's console. */
const apps = { web: 'the app', console: 'the console' } as const
type AppName = keyof typeof apps

export async function buildApps(): Promise<void> {
  for (const name of Object.keys(apps) as AppName[]) await buildApp(name)
  // What the server names in its log, which it otherwise builds when it starts.
  await withProgress('building the engine', ownEngine)
}

/** Builds an app when its sources changed since the last build. The old one is served until the new one is whole. */
async function buildApp(name: AppName): Promise<void> {
  const app = join(root, 'apps', name)
  const built = join(app, 'dist')
  const sources = hashOf([`apps/${name}`, ...SHARED_SOURCES].map((path) => join(root, path)))
  if (readStamp(built) === sources) return
  const draft = join(root, '.cache', `${name}-${process.pid}`)
  console.log(`Building ${apps[name]}.`)
  const { code, output } = await withProgress(`building ${apps[name]}`, async () => {
    const built = await run(tool('vite'), ['build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'], { cwd: app })
    if (built.code === 0 && name === 'web') await writeVerifier(draft)
    if (built.code === 0) await compressFiles(draft)
    return built
  })
  if (code !== 0) throw new Error(`${apps[name]} could not be built.\n${output}`)
  writeFileSync(join(draft, STAMP), sources)
  replace(built, draft)
}

/** Beside the app lies what checks its files without it; its hash is said, for whoever builds it elsewhere. */
async function writeVerifier(draft: string): Promise<void> {
  const page = await verifierPage()
  writeFileSync(join(draft, VERIFIER), page)
  console.log(`The verifier (${VERIFIER}) has the SHA-256 ${sha256Of(page)}.`)
}

function replace(folder: string, draft: string): void {
  const before = `${draft}-before`
  mkdirSync(join(root, '.cache'), { recursive: true })
  if (existsSync(folder)) renameSync(folder, before)
  renameSync(draft, folder)
  rmSync(before, { recursive: true, force: true })
}

function readStamp(built: string): string | null {
  const path = join(built, STAMP)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

/** One hash over the paths and contents of files and folders. */
export function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn)) hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).filter((name) => !NOT_SOURCES.has(name))
  return names.toSorted().flatMap((name) => filesIn(join(path, name)))
}
