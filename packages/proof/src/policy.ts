import { fromDecimal } from './bytes.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { cosignedAt, verifierOf } from './cosignature.ts'
import { type NoteFault, openNote, parseNote } from './note.ts'
import { type Outcome, accepted, refused } from './outcome.ts'
import { COSIGNATURE, NOTE_SIGNATURE, type SignatureType, type VerifierKey, parseVerifierKey, publicKeyText } from './verifier-key.ts'

/** Which logs and witnesses are believed, and how many witnesses of which groups are enough (C2SP tlog-policy). */
export type Policy = Readonly<{
  logs: readonly PolicyLog[]
  witnesses: ReadonlyMap<string, PolicyWitness>
  groups: ReadonlyMap<string, PolicyGroup>
  quorum: string
}>
export type PolicyLog = Readonly<{ key: VerifierKey; url: string | null }>
export type PolicyWitness = Readonly<{ key: VerifierKey; url: string | null }>
export type PolicyGroup = Readonly<{ threshold: number; members: readonly string[] }>

/** The quorum that nobody is needed for. */
const NOBODY = 'none'
const MAX_LINES = 1_000
const FORBIDDEN = /[^\t\n\u0020-\u007e\u0080-\u{10ffff}]/u

export type PolicyFault =
  | 'malformed-policy'
  | 'wrong-line'
  | 'wrong-key'
  | 'repeated-key'
  | 'repeated-name'
  | 'unknown-name'
  | 'wrong-threshold'
  | 'quorum-missing'

type Draft = {
  logs: PolicyLog[]
  witnesses: Map<string, PolicyWitness>
  groups: Map<string, PolicyGroup>
  members: Set<string>
  quorum: string | null
}

export function parsePolicy(text: string): Outcome<Policy, PolicyFault> {
  const lines = text.split('\n')
  if (!text.isWellFormed() || FORBIDDEN.test(text) || lines.length > MAX_LINES) return refused('malformed-policy')
  if (lines.at(-1)?.trim() !== '') return refused('malformed-policy')
  const draft: Draft = { logs: [], witnesses: new Map(), groups: new Map(), members: new Set(), quorum: null }
  for (const line of lines) {
    const words = line.split(/[ \t]+/u).filter((word) => word !== '')
    const fault = words[0] === undefined || words[0].startsWith('#') ? null : read(draft, words)
    if (fault !== null) return refused(fault)
  }
  const { logs, witnesses, groups, quorum } = draft
  return quorum === null ? refused('quorum-missing') : accepted({ logs, witnesses, groups, quorum })
}

/** Reads one line into the draft; names what is wrong with it. */
function read(draft: Draft, [kind, ...words]: readonly string[]): PolicyFault | null {
  switch (kind) {
    case 'log':
      return readLog(draft, words)
    case 'witness':
      return readWitness(draft, words)
    case 'group':
      return readGroup(draft, words)
    case 'quorum':
      return readQuorum(draft, words)
    case undefined:
    default:
      return 'wrong-line'
  }
}

function readLog({ logs }: Draft, [text, url, ...more]: readonly string[]): PolicyFault | null {
  if (text === undefined || more.length > 0) return 'wrong-line'
  const key = keyOfType(text, NOTE_SIGNATURE)
  if (key === null) return 'wrong-key'
  if (logs.some((log) => publicKeyText(log.key) === publicKeyText(key))) return 'repeated-key'
  logs.push({ key, url: url ?? null })
  return null
}

function readWitness(draft: Draft, [name, text, url, ...more]: readonly string[]): PolicyFault | null {
  if (name === undefined || text === undefined || more.length > 0) return 'wrong-line'
  if (isTaken(draft, name)) return 'repeated-name'
  const key = keyOfType(text, COSIGNATURE)
  if (key === null) return 'wrong-key'
  if ([...draft.witnesses.values()].some((witness) => publicKeyText(witness.key) === publicKeyText(key))) return 'repeated-key'
  draft.witnesses.set(name, { key, url: url ?? null })
  return null
}

function readGroup(draft: Draft, [name, count, ...members]: readonly string[]): PolicyFault | null {
  if (name === undefined || count === undefined || members.length === 0) return 'wrong-line'
  if (isTaken(draft, name)) return 'repeated-name'
  for (const member of members) {
    if (!isDefined(draft, member)) return 'unknown-name'
    if (draft.members.has(member)) return 'repeated-name'
    draft.members.add(member)
  }
  const threshold = count === 'any' ? 1 : count === 'all' ? members.length : fromDecimal(count)
  if (threshold === null || threshold < 1 || threshold > members.length) return 'wrong-threshold'
  draft.groups.set(name, { threshold, members })
  return null
}

function readQuorum(draft: Draft, [name, ...more]: readonly string[]): PolicyFault | null {
  if (name === undefined || more.length > 0 || draft.quorum !== null) return 'wrong-line'
  if (name !== NOBODY && !isDefined(draft, name)) return 'unknown-name'
  draft.quorum = name
  return null
}

const isDefined = ({ witnesses, groups }: Draft, name: string): boolean => witnesses.has(name) || groups.has(name)
const isTaken = (draft: Draft, name: string): boolean => name === NOBODY || isDefined(draft, name)

function keyOfType(text: string, type: SignatureType): VerifierKey | null {
  const key = parseVerifierKey(text)
  return key.ok && key.value.type === type ? key.value : null
}

/** Whether these witnesses are enough. */
export function isQuorum({ groups, quorum }: Policy, cosigned: ReadonlySet<string>): boolean {
  const hasWitnessed = (name: string): boolean => {
    const group = groups.get(name)
    return group === undefined ? cosigned.has(name) : group.members.filter(hasWitnessed).length >= group.threshold
  }
  return quorum === NOBODY || hasWitnessed(quorum)
}

export type Cosigned = Readonly<{ witness: string; seconds: number }>

/** The last moment, in seconds, at which enough witnesses had cosigned; null where they are not enough, or none is needed. */
export function quorumAt(policy: Policy, cosignatures: readonly Cosigned[]): number | null {
  if (policy.quorum === NOBODY) return null
  const since = (from: number) => new Set(cosignatures.filter(({ seconds }) => seconds >= from).map(({ witness }) => witness))
  const newestFirst = cosignatures.map(({ seconds }) => seconds).toSorted((one, other) => other - one)
  return newestFirst.find((seconds) => isQuorum(policy, since(seconds))) ?? null
}

export type JudgedCheckpoint = Readonly<{
  checkpoint: Checkpoint
  log: VerifierKey
  cosignatures: readonly Cosigned[]
  hasQuorum: boolean
}>
export type CheckpointFault = NoteFault | 'malformed-checkpoint' | 'unknown-log'

/**
 * What a signed checkpoint is worth under a policy. It is refused unless a log of the policy signed it under its own
 * origin; whether the witnesses are enough is said beside it, since without them it is still the log's word.
 */
export function judgeCheckpoint(note: string, policy: Policy): Outcome<JudgedCheckpoint, CheckpointFault> {
  const parsed = parseNote(note)
  if (!parsed.ok) return parsed
  const checkpoint = parseCheckpoint(parsed.value.text)
  if (!checkpoint.ok) return checkpoint
  const logs = policy.logs.map(({ key }) => key).filter(({ name }) => name === checkpoint.value.origin)
  if (logs.length === 0) return refused('unknown-log')
  const witnesses = [...policy.witnesses.values()].map(({ key }) => key)
  const opened = openNote(note, [...logs, ...witnesses].map(verifierOf))
  if (!opened.ok) return opened
  const log = opened.value.signatures.find(({ key }) => key.type === NOTE_SIGNATURE)?.key
  if (log === undefined) return refused('no-known-signature')
  const cosignatures = [...policy.witnesses].flatMap(([witness, { key }]) => {
    const times = opened.value.signatures.filter((signature) => signature.key === key).map(({ signature }) => cosignedAt(signature) ?? 0)
    return times.length === 0 ? [] : [{ witness, seconds: Math.max(...times) }]
  })
  const hasQuorum = isQuorum(policy, new Set(cosignatures.map(({ witness }) => witness)))
  return accepted({ checkpoint: checkpoint.value, log, cosignatures, hasQuorum })
}
