import { createHash } from 'node:crypto'
import type { Policy } from '@rueda/proof/policy.ts'
import { keepEvidence } from '../evidence.ts'
import { beginBeliefs } from './beliefs.ts'
import { Unreachable, readLog } from './log-reader.ts'
import { type Look, look } from './look.ts'
import { openMemory } from './memory.ts'
import { noteGrowth, silences } from './silence.ts'
import { type Views, compareViews } from './views.ts'

/** How a look ended, as the process ends with it: nothing wrong, a contradiction, or the log could not be looked at. */
export const CLEAN = 0
export const CONTRADICTED = 1
export const UNKNOWN = 2

export type Monitor = Readonly<{
  /** Looks once. Says what it found, and keeps what proves it. */
  look: () => Promise<typeof CLEAN | typeof CONTRADICTED | typeof UNKNOWN>
  /** Whether anything was ever found. */
  hasFound: () => boolean
  close: () => void
}>

type Parts = Readonly<{
  address: string
  policy: Policy | null
  folder: string
  fetch: typeof globalThis.fetch
  say: (line: string) => void
}>

/** No log and no witness is given: what counts is what the memory believes. */
const NO_POLICY: Policy = { logs: [], witnesses: new Map(), groups: new Map(), quorum: 'none' }
const NOBODY_ASKED: Views = { findings: [], notices: [] }
const NAME_DIGITS = 16

export function openMonitor({ address, policy, folder, fetch, say }: Parts): Monitor {
  const memory = openMemory(folder)
  const log = readLog(address, fetch)
  let isFirst = true
  /** What was noticed at the look before is not said every minute. */
  let saidLast: ReadonlySet<string> = new Set()

  async function lookOnce(): ReturnType<Monitor['look']> {
    try {
      if (isFirst) await beginBeliefs({ address, log, memory, policy })
      const watched = { address, log, memory, policy: policy ?? NO_POLICY }
      const seen = await look(watched)
      if (seen.judged !== null && (isFirst || seen.read > 0)) say(sentenceOf(seen, policy))
      isFirst = false
      const views = seen.judged === null ? NOBODY_ASKED : await compareViews(watched, seen.judged, fetch)
      if (seen.read > 0) noteGrowth(memory, Date.now())
      const notices = [...seen.notices, ...views.notices, ...silences(memory, Date.now())]
      for (const notice of notices) if (!saidLast.has(notice)) say(notice)
      saidLast = new Set(notices)
      const findings = [...seen.findings, ...views.findings]
      for (const finding of findings) {
        const name = `${finding.kind}-${hashOf([finding.says, ...Object.values(finding.evidence)]).slice(0, NAME_DIGITS)}`
        const place = await keepEvidence(folder, name, { ...finding.evidence, 'what.txt': `${address}\n${finding.says}\n` })
        memory.keepFinding(finding)
        say(`CONTRADICTION: ${finding.says} What proves it is in ${place}.`)
      }
      return findings.length > 0 ? CONTRADICTED : CLEAN
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      say(`Not looked at: ${error.message}`)
      return UNKNOWN
    }
  }

  for (const { says } of memory.findings()) say(`Found before: ${says}`)
  return { look: lookOnce, hasFound: () => memory.findings().length > 0, close: memory.close }
}

function sentenceOf({ judged, read }: Look, policy: Policy | null): string {
  if (judged === null) return ''
  const { checkpoint, cosignatures, hasQuorum } = judged
  const grown = `${checkpoint.origin}: ${checkpoint.size} entries, ${read} of them new. Signature, history and root are in order.`
  if (policy === null) return `${grown} Without a policy no witness counts: this is the log's own word.`
  const names = cosignatures.map(({ witness }) => witness)
  const cosigned = names.length === 0 ? 'No witness of the policy cosigned it' : `Cosigned by ${names.join(', ')}`
  return `${grown} ${cosigned}: ${hasQuorum ? 'enough for the policy.' : "not enough for the policy, so this is the log's own word."}`
}

const hashOf = (texts: readonly string[]): string => createHash('sha256').update(texts.join('\u0000')).digest('hex')
