import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.ts'

const FIRST_PROGRESS_MS = 2_000
const MAX_SILENCE_MS = 30_000
const SILENCE_GROWS_BY = 1.5

export type Outcome = Readonly<{ code: number; output: string; ms: number }>
type Options = Readonly<{ cwd?: string; env?: Record<string, string> }>

const running = new Set<ChildProcess>()
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

// Ends every program that this command started. While none runs, signals are left to other handlers.
export function endAll(signal: NodeJS.Signals, code = 1): never {
  for (const child of running) child.kill(signal)
  process.exit(code)
}

const endOnSignal = (signal: NodeJS.Signals): void => endAll(signal)

function begin(child: ChildProcess): void {
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, endOnSignal)
  running.add(child)
}

function finish(child: ChildProcess): void {
  running.delete(child)
  if (running.size === 0) for (const signal of SIGNALS) process.off(signal, endOnSignal)
}

/** A tool that came with the installation. */
export const tool = (name: string): string => join(root, 'node_modules', '.bin', name)

/** Runs a program to its end and keeps what it says, so that it is shown only where it matters. */
export function run(program: string, parameters: readonly string[], { cwd = root, env = {} }: Options = {}): Promise<Outcome> {
  const began = performance.now()
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { FORCE_COLOR: '0', NO_COLOR: '1' }
  const child = spawn(program, parameters, { cwd, env: { ...process.env, ...colours, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  begin(child)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve) => {
    const end = (code: number, words = ''): void => {
      finish(child)
      resolve({ code, output: output + words, ms: performance.now() - began })
    }
    child.once('error', (error) => end(1, error.message))
    child.once('close', (code) => end(code ?? 1))
  })
}

/** Runs a program that talks to the terminal itself; resolves to its exit code. */
export function show(program: string, parameters: readonly string[], { cwd = root, env = {} }: Options = {}): Promise<number> {
  const child = spawn(program, parameters, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
  begin(child)
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('exit', (code) => {
      finish(child)
      resolve(code ?? 1)
    })
  })
}

/** Prints the step that is being done, soon, and then again, more and more rarely, while it takes long. */
export async function withProgress<Value>(doing: string, work: () => Promise<Value>): Promise<Value> {
  const began = performance.now()
  const seconds = (): number => Math.round((performance.now() - began) / 1000)
  let timer: NodeJS.Timeout | undefined
  const sayAfter = (silence: number): void => {
    timer = setTimeout(() => {
      console.log(`  … ${doing}, ${seconds()} s`)
      sayAfter(Math.min(silence * SILENCE_GROWS_BY, MAX_SILENCE_MS))
    }, silence)
  }
  sayAfter(FIRST_PROGRESS_MS)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}
