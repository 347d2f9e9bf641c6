import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/** A program of this folder as a process of its own, as its command runs it. */
export type Program = Readonly<{
  said: () => string
  ended: Promise<Ending>
  /** Sends a signal and waits for the end. */
  end: (signal: NodeJS.Signals) => Promise<Ending>
}>
export type Ending = Readonly<{ code: number | null; signal: NodeJS.Signals | null; said: string }>

export type Launch = Readonly<{ words?: readonly string[]; env?: Readonly<Record<string, string>>; node?: readonly string[] }>

export function launch(script: 'witness.ts' | 'monitor.ts', { words = [], env = {}, node = [] }: Launch): Program {
  const child = spawn(process.execPath, [...node, join(import.meta.dirname, '..', script), ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const speech = { said: '' }
  const ended = endingOf(child, speech)
  const end = (signal: NodeJS.Signals): Promise<Ending> => {
    child.kill(signal)
    return ended
  }
  return { said: () => speech.said, ended, end }
}

function endingOf(child: ChildProcess, speech: { said: string }): Promise<Ending> {
  const listen = (chunk: Buffer): void => void (speech.said += chunk.toString())
  child.stdout?.on('data', listen)
  child.stderr?.on('data', listen)
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, said: speech.said })))
}

const LOOK_EVERY_MS = 5

/** Waits until the program has said something of this form; null where it ended before. */
export async function heard({ said, ended }: Program, pattern: RegExp): Promise<RegExpExecArray | null> {
  let isOver = false
  void ended.then(() => (isOver = true))
  for (;;) {
    const match = pattern.exec(said())
    if (match !== null || isOver) return match
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
