import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../tools/root.ts'

const START_TIMEOUT_MS = 90_000
const STOP_TIMEOUT_MS = 20_000
// The market's own time, the same in every run: prices, and the day an order ends with, do not depend on when tests run.
const MARKET_TIME = 'scaled:1@2026-03-11T15:00:00Z'
const ADDRESS = /is open: (https?:\/\/\S+)\s/

/** A server for tests: its own data, a fixed market, codes in its answers, a port that was free. */
export type TestServer = Readonly<{ address: string; stop(): Promise<void> }>

export async function startServer(settings: Record<string, string> = {}): Promise<TestServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'rueda-e2e-'))
  // Root lends PostgreSQL another account, which has to pass through this folder to its own.
  chmodSync(dataFolder, 0o711)
  const environment = {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataFolder,
    SIM_SEED: 'journeys',
    SIM_CLOCK: MARKET_TIME,
    DEV_CODES: '1',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...settings,
  }
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async () => {
    await stopServer(child)
    rmSync(dataFolder, { recursive: true, force: true })
  }
  try {
    return { address: await addressOf(child), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The server says where it is when it is ready; what it says before that explains why it never was. */
function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`${why}\n${said}`))
    const timer = setTimeout(() => fail('The server was not ready in time.'), START_TIMEOUT_MS)
    const listen = (chunk: Buffer): void => {
      said += chunk.toString()
      const address = ADDRESS.exec(said)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', (code) => fail(`The server ended with ${code}.`))
  })
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  child.kill('SIGTERM')
  await ended
  clearTimeout(timer)
}
