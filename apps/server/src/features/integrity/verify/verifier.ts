import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { PoolConfig } from 'pg'
import type { StorePlace } from '../../../storage/store.ts'
import type { Scope, Verification } from './verify.ts'

/** Checks the ledger of one database, again and again. */
export interface Verifier {
  verify(scope: Scope): Promise<Verification>
  /** Abandons the run under way. */
  stop(): Promise<void>
}

/** The request that the process receives. */
export type VerifyRequest = Readonly<{ connection: PoolConfig; dataFolder: string; filesIn: StorePlace; scope: Scope }>

/** The process may not take more memory than this for its values, however long the journal is (`docs/rules/performance.md` P18). */
const MAX_HEAP_MB = 160
/** A run that takes longer counts as lost; by then its silence has stopped the payouts. */
const MAX_RUN_MS = 90 * MINUTE_MS
const MAX_COMPLAINT = 2_000

/**
 * Runs each verification in a process of its own and below the server's priority, so that its memory and its work do not burden the server:
 * customers are answered even if it fails.
 */
export function createVerifierProcess(where: Omit<VerifyRequest, 'scope'>): Verifier {
  const running = new Set<ChildProcess>()
  return {
    verify: async (scope) => {
      const child = fork(join(import.meta.dirname, 'process.ts'), {
        execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      })
      running.add(child)
      try {
        return await answerOf(child, { ...where, scope })
      } finally {
        running.delete(child)
      }
    },
    stop: async () => {
      await Promise.all([...running].map(async (child) => ended(child)))
    },
  }
}

async function answerOf(child: ChildProcess, request: VerifyRequest): Promise<Verification> {
  const { promise, resolve, reject } = Promise.withResolvers<Verification>()
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint = `${complaint}${text}`.slice(-MAX_COMPLAINT)))
  child.once('error', reject)
  child.once('message', (answer) => resolve(answer as Verification))
  child.once('close', (code, signal) => reject(new Error(`the verifying process ended (${signal ?? code}) without a result: ${complaint}`)))
  const late = setTimeout(() => child.kill('SIGKILL'), MAX_RUN_MS)
  try {
    lowerPriority(child)
    child.send(request)
    return await promise
  } finally {
    clearTimeout(late)
    await ended(child)
  }
}

/** The server's own work goes first; where the system does not allow it, both are equal. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A process that has ended already reports that itself.
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const { promise, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.kill('SIGKILL')
  await promise
}
