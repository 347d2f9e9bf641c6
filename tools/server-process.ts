import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './root.ts'
import { serverHeap } from './server-heap.mjs'

const START_TIMEOUT_MS = 90_000
const STOP_TIMEOUT_MS = 20_000
const LOOK_EVERY_MS = 5
const ADDRESS = /is open: (https?:\/\/\S+)\s/
const STANDBY = /waits as a standby and takes over when that one ends: (https?:\/\/\S+)\s/

/** End of a server: its exit code or the signal that ended it, the time it took, and everything it said. */
export type Ending = Readonly<{ code: number | null; signal: NodeJS.Signals | null; ms: number; said: string }>

/** A server in a process of its own, as `npm start` runs it, for tests that use it from outside. */
export type ServerProcess = Readonly<{
  address: string
  pid: number
  ended: Promise<Ending>
  /** Everything it said so far. */
  said: () => string
  /** Sends a signal and waits for the end. A server that does not end when asked is killed after a while. */
  end: (signal: NodeJS.Signals) => Promise<Ending>
}>

/** An empty data folder in the temporary folder. */
export function newDataFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  // Root lends PostgreSQL another account, which has to pass through this folder to its own.
  chmodSync(folder, 0o711)
  return folder
}

/** Starts a server and waits until it is open. A failure carries everything that the server printed. `code` is the folder of another revision. */
export async function startServerProcess(settings: Readonly<Record<string, string>>, code = root): Promise<ServerProcess> {
  return startUntil(settings, ADDRESS, code)
}

/** Starts a server where another leads, and waits until it stands by. */
export async function startStandbyProcess(settings: Readonly<Record<string, string>>, code = root): Promise<ServerProcess> {
  return startUntil(settings, STANDBY, code)
}

async function startUntil(settings: Readonly<Record<string, string>>, says: RegExp, code: string): Promise<ServerProcess> {
  const { child, speech, ended } = launch(settings, code)
  const endWith = async (signal: NodeJS.Signals): Promise<Ending> => {
    const asked = performance.now()
    const patience = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    child.kill(signal)
    const ending = await ended
    clearTimeout(patience)
    return { ...ending, ms: performance.now() - asked }
  }
  try {
    return { address: await addressOf(child, ended, speech, says), pid: child.pid ?? 0, ended, said: () => speech.said, end: endWith }
  } catch (error) {
    await endWith('SIGKILL')
    throw error
  }
}

/** Starts a server that must not open, and gives what it said and ended with. One that opens all the same is ended. */
export async function startRefused(settings: Readonly<Record<string, string>>): Promise<Ending> {
  const { child, speech, ended } = launch(settings)
  await addressOf(child, ended, speech).then(
    () => child.kill('SIGTERM'),
    () => child.kill('SIGKILL'),
  )
  return ended
}

/** Starts a server and sends it a signal within its start, as soon as a file is there that the start makes. */
export async function endWhileStarting(settings: Readonly<Record<string, string>>, file: string): Promise<Ending> {
  const { child, ended, speech } = launch(settings)
  while (!existsSync(file)) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.\n${speech.said}`)
    await sleep(LOOK_EVERY_MS)
  }
  child.kill('SIGTERM')
  return ended
}

function launch(settings: Readonly<Record<string, string>>, code = root) {
  const environment = { HOST: '127.0.0.1', PORT: '0', DEV_CODES: '1', RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...settings }
  const child = spawn(process.execPath, [...serverHeap, 'apps/server/src/main.ts'], {
    cwd: code,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const speech = { said: '' }
  return { child, speech, ended: endingOf(child, speech) }
}

function endingOf(child: ChildProcess, speech: { said: string }): Promise<Ending> {
  const began = performance.now()
  const listen = (chunk: Buffer): void => void (speech.said += chunk.toString())
  child.stdout?.on('data', listen)
  child.stderr?.on('data', listen)
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, ms: performance.now() - began, said: speech.said }))
  })
}

async function addressOf(child: ChildProcess, ended: Promise<Ending>, speech: { said: string }, says = ADDRESS): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const open = new Promise<string>((resolve) => {
    child.stdout?.on('data', () => {
      const address = says.exec(speech.said)?.[1]
      if (address !== undefined) resolve(address)
    })
  })
  const failed = ended.then(({ code, said }): never => {
    throw new Error(`The server ended with ${code}.\n${said}`)
  })
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The server was not ready in time.\n${speech.said}`)), START_TIMEOUT_MS)
  })
  try {
    return await Promise.race([open, failed, late])
  } finally {
    clearTimeout(timer)
    failed.catch(() => undefined)
  }
}
