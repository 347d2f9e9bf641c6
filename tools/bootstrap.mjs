// The first step of every command. It runs on any Node from 20 on with nothing installed yet: it installs what the
// command needs, then hands over to the Node this project pins. Plain JavaScript, since that older Node strips no types.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedPart } from './installed-part.mjs'
import { serverHeap } from './server-heap.mjs'

const OLDEST_NODE = 20
const PINNED_NODE = 24
const PROGRESS_MS = 5000
const SIGNAL_EXIT = 128
const PARENT_CHECK_MS = 500

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stampPath = join(root, 'node_modules', '.rueda-installed.json')
// Running needs no browser and no test tools.
const runtimeCommands = new Set([
  'start',
  'backup',
  'restore',
  'verify',
  'rotate-keys',
  'break-glass',
  'setup-link',
  'move-files',
  'new-log',
  'new-key',
  'announce-engine',
  'witness',
  'monitor',
  'check-evidence',
])

const [command = '', ...rest] = process.argv.slice(2)
const script = join(root, 'tools', 'commands', `${command}.ts`)

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  stop(`Rueda needs Node ${OLDEST_NODE} or newer to begin; this is ${process.version}. Get it from https://nodejs.org.`)
}
if (!existsSync(script)) stop(`There is no command "${command}". The commands are in package.json under "scripts".`)
if (process.platform === 'win32') {
  stop('Rueda does not run on Windows itself yet. Run it in WSL (wsl --install, then npm start there), or with Docker: docker compose up.')
}
await installMissing(runtimeCommands.has(command) ? 'runtime' : 'all')
handOver(findNode())

/** @param {'runtime' | 'all'} wanted */
async function installMissing(wanted) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const before = readStamp()
  if (before.lock === lock && (before.part === 'all' || before.part === wanted)) return
  const found = installedPart(root)
  const suffices = found.part === 'all' || found.part === wanted
  // What was installed before stays: omitting the test tools now would take them away again.
  const part = suffices ? found.part : before.part === 'all' || found.hasTools ? 'all' : wanted
  if (!suffices) await install(part)
  try {
    mkdirSync(dirname(stampPath), { recursive: true })
    writeFileSync(stampPath, JSON.stringify({ lock, part }))
  } catch (error) {
    stop(whyNotInstalled(String(error)))
  }
}

/** @returns {{ lock?: string, part?: 'runtime' | 'all' }} */
function readStamp() {
  try {
    return JSON.parse(readFileSync(stampPath, 'utf8'))
  } catch {
    return {}
  }
}

// `npm install` and not `npm ci`, which would first delete what a running server has loaded and will load. It follows
// the lockfile all the same, and --no-save keeps an npm of another version from rewriting that file.
/** @param {'runtime' | 'all'} part */
async function install(part) {
  expectWritable()
  const what = part === 'runtime' ? 'what running needs' : 'what running and testing need'
  console.log(`Installing ${what}. The first time this takes about a minute.`)
  const flags = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...(part === 'runtime' ? ['--omit=dev'] : ['--include=dev']),
  ]
  const [program, first] = npm()
  const child = spawn(program, [...first, ...flags], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
    process.stderr.write(text)
  })
  const began = Date.now()
  const progress = setInterval(() => console.log(`  still installing, ${Math.round((Date.now() - began) / 1000)} s`), PROGRESS_MS)
  const code = await new Promise((resolve) => child.once('close', resolve).once('error', resolve))
  clearInterval(progress)
  if (code !== 0) stop(whyNotInstalled(code instanceof Error ? String(code) : said))
}

// Before npm has worked for a minute.
function expectWritable() {
  try {
    accessSync(root, constants.W_OK)
    if (existsSync(dirname(stampPath))) accessSync(dirname(stampPath), constants.W_OK)
  } catch {
    stop(whyNotInstalled('EACCES'))
  }
}

/**
 * What npm said, as a sentence that says what to do.
 * @param {string} said
 */
function whyNotInstalled(said) {
  if (/ENOSPC|EDQUOT/.test(said)) return `The disk of ${root} is full. Make room, and run the same again.`
  if (/EACCES|EPERM|EROFS/.test(said))
    return `This account may not write in ${root}, where the packages are installed. Run this once as the account that owns it, or give it to this one.`
  if (/E407|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|CERT/.test(said))
    return 'The package registry could not be reached, which only the first start needs. Connect this machine, or name its proxy: HTTPS_PROXY=http://<proxy>:<port> npm start'
  return 'The installation failed; what npm said is above. Run the same again; what is installed already stays.'
}

/** @returns {[string, string[]]} */
function npm() {
  const path = process.env.npm_execpath
  return path?.endsWith('.js') ? [process.execPath, [path]] : ['npm', []]
}

/** The pinned Node, or the one that runs this when its version will do. */
function findNode() {
  const pinned = join(root, 'node_modules', '.bin', 'node')
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned
  if (Number(process.versions.node.split('.')[0]) >= PINNED_NODE) return process.execPath
  return stop(
    `Node ${PINNED_NODE} was not installed: npm was told to run no install scripts. Allow them for the package "node", or use Node ${PINNED_NODE} yourself.`,
  )
}

/** @param {string} node */
function handOver(node) {
  const PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(':')
  // Each thread of a process otherwise keeps freed memory for itself: with pictures and long answers a hundred megabytes.
  const MALLOC_ARENA_MAX = process.env.MALLOC_ARENA_MAX ?? '2'
  // What was read and compiled at one start is there for the next one, and for the threads of this one.
  const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'compiled')
  const env = { ...process.env, PATH, MALLOC_ARENA_MAX, NODE_COMPILE_CACHE }
  const heap = command === 'start' ? serverHeap : []
  const child = spawn(node, [...heap, script, ...rest], { cwd: root, stdio: 'inherit', env })
  // A terminal sends Ctrl-C to everybody; a signal that only this process got has to be passed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => passOn(child, signal))
  endWithParent(child)
  child.once('error', (error) => stop(`Node could not be started: ${error.message}`))
  child.once('exit', (code, signal) => process.exit(code ?? SIGNAL_EXIT + (signal === 'SIGINT' ? 2 : 15)))
}

// npm runs this in a shell, and a shell that is told to end ends alone. Then nobody is left to pass the signal on.
/** @param {import('node:child_process').ChildProcess} child */
function endWithParent(child) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, PARENT_CHECK_MS)
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} signal
 */
function passOn(child, signal) {
  if (signal === 'SIGINT' && process.stdin.isTTY) return
  child.kill(/** @type {NodeJS.Signals} */ (signal))
}

/** @param {string} sentence */
function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
