import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LaunchOptions } from 'playwright-core'
import { root } from './root.ts'

const INSTALLED = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser']
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const VERSION_TIMEOUT_MS = 20_000

/**
 * Chooses the browser for the tests: the one named by CHROMIUM, an installed Chrome or Chromium, the one that comes from
 * npm on Linux x64, and elsewhere the one Playwright downloads itself (`npx playwright install chromium`).
 */
export async function launchOptions(): Promise<LaunchOptions> {
  const named = process.env['CHROMIUM']
  if (named) return withArguments({ executablePath: named })
  const installed = findInstalled()
  if (installed !== null) return withArguments({ executablePath: installed })
  return withArguments(process.platform === 'linux' && process.arch === 'x64' ? await packaged() : {})
}

// Chromium's sandbox does not work for root, and containers have a /dev/shm too small for its pages.
function withArguments(options: LaunchOptions): LaunchOptions {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return { ...options, args: [...asRoot, '--disable-dev-shm-usage', '--font-render-hinting=none'] }
}

function findInstalled(): string | null {
  if (existsSync(MAC_CHROME)) return MAC_CHROME
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = INSTALLED.flatMap((name) => folders.map((folder) => join(folder, name)))
  return candidates.find((path) => existsSync(path) && canRun(path, {})) ?? null
}

async function packaged(): Promise<LaunchOptions> {
  const folder = await unpacked()
  const executablePath = join(folder, 'chromium')
  const fonts = hasFonts() ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }
  if (canRun(executablePath, {})) return { executablePath, env: environment(fonts) }
  // A bare system lacks libnss3 and its like; the package brings them.
  const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  if (canRun(executablePath, libraries)) return { executablePath, env: environment({ ...fonts, ...libraries }) }
  throw new Error(`The browser in ${folder} does not run here. Set CHROMIUM to a Chrome or Chromium of yours.`)
}

// The package unpacks under fixed names in the temp folder and trusts any files there, of any version and owner. Here every
// version has a folder of its own, which appears whole or not at all.
async function unpacked(): Promise<string> {
  const home = packageFolder()
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  const target = join(root, '.cache', `chromium-${version}`)
  if (existsSync(target)) return target
  mkdirSync(dirname(target), { recursive: true })
  const draft = mkdtempSync(`${target}-`)
  await inflateInto(draft, home)
  // The package's own list of fonts names folders of another system.
  writeFileSync(join(draft, 'fonts', 'fonts.conf'), fontList(join(target, 'fonts')))
  try {
    renameSync(draft, target)
  } catch {
    // Another run was faster; its folder is as good.
    rmSync(draft, { recursive: true, force: true })
  }
  return target
}

async function inflateInto(folder: string, home: string): Promise<void> {
  const { inflate } = (await import(pathToFileURL(join(home, 'build', 'index.js')).href)) as { inflate(path: string): Promise<string> }
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    const names = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']
    await Promise.all(names.map((name) => inflate(join(home, 'bin', name))))
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

const fontList = (folder: string): string =>
  `<?xml version="1.0"?>\n<fontconfig><dir>${folder}</dir><cachedir>${folder}-cache</cachedir></fontconfig>\n`

const packageFolder = (): string => dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))

const canRun = (path: string, added: Record<string, string>): boolean =>
  spawnSync(path, ['--version'], { env: { ...process.env, ...added }, stdio: 'ignore', timeout: VERSION_TIMEOUT_MS }).status === 0

function hasFonts(): boolean {
  try {
    return execFileSync('fc-list', { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() !== ''
  } catch {
    return false
  }
}

function environment(added: Record<string, string>): Record<string, string> {
  const inherited = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return { ...Object.fromEntries(inherited), ...added }
}
