import { equal, ok } from 'node:assert/strict'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Policy, judgeCheckpoint } from '@rueda/proof/policy.ts'
import { testPolicy } from '@rueda/proof/testing/log.ts'
import type { FindingKind } from '../monitor/finding.ts'
import { CONTRADICTED, type Monitor, openMonitor } from '../monitor/monitor.ts'
import { type ServedLog, serveLog } from './served-log.ts'

/** When each test begins and ends, as whoever runs the tests says it. */
type Around = Readonly<{ beforeEach: (work: () => Promise<void>) => void; afterEach: (work: () => Promise<void>) => void }>

/** A log over HTTP for each test, followed by a monitor with a folder of its own. */
export function followedLog({ beforeEach, afterEach }: Around) {
  let log: ServedLog
  let folder: string
  let lines: string[]
  let monitor: Monitor
  beforeEach(async () => {
    log = await serveLog()
    folder = mkdtempSync(join(tmpdir(), 'rueda-monitor-'))
    lines = []
    monitor = openAgain()
  })
  afterEach(async () => {
    monitor.close()
    await log.end()
    rmSync(folder, { recursive: true })
  })

  const openAgain = (policy: Policy | null = null, address = log.address): Monitor =>
    openMonitor({ address, policy, folder, fetch, say: (line) => void lines.push(line) })
  /** Another monitor in the same folder, of this policy or at this address. */
  const reopen = (policy: Policy | null = null, address = log.address): void => {
    monitor.close()
    monitor = openAgain(policy, address)
  }
  /** Kinds of what was found, as the folder of evidence names them. */
  const kept = (): readonly string[] => {
    try {
      return readdirSync(join(folder, 'evidence'))
    } catch {
      return []
    }
  }
  const expectFound = async (kind: FindingKind, sentence: string): Promise<string> => {
    equal(await monitor.look(), CONTRADICTED)
    const told = lines.at(-1) ?? ''
    ok(told.includes(`CONTRADICTION: ${sentence}`), told)
    const place = kept().find((name) => name.startsWith(`${kind}-`))
    ok(place !== undefined, `no evidence of ${kind}`)
    return join(folder, 'evidence', place)
  }
  return { log: () => log, lines: () => lines, monitor: () => monitor, reopen, kept, expectFound }
}

/** Whether the log signed the checkpoint in a file. */
export const isSigned = (path: string): boolean => judgeCheckpoint(readFileSync(path, 'utf8'), testPolicy()).ok
