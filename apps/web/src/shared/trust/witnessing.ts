import { type Policy, type PolicyWitness, judgeCheckpoint, parsePolicy, quorumAt } from '@rueda/proof/policy.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'

/** Which witnesses a device counts on, and what they have cosigned of the log (`docs/rules/proof.md` P.30). */
export type Witnessing = Readonly<{
  /** The policy that this device pinned (C2SP tlog-policy), word for word; null while the house had named no witness. */
  policy: string | null
  /** What the house names now, where that is another policy than the pinned one. */
  other: Readonly<{ policy: string | null }> | null
  /** When enough of the pinned witnesses had cosigned a checkpoint that this device believed, in epoch milliseconds. */
  at: number | null
  /** The same in the seconds that the witnesses say, by which a later cosignature is told from one that was seen. */
  seconds: number | null
  /** The witnesses of that moment, by the names of their keys. */
  by: readonly string[]
}>

const NOBODY_YET: Witnessing = { policy: null, other: null, at: null, seconds: null, by: [] }

/** An idle log signs once an hour; a quarter more is for its witnesses. */
const WITNESSED_FOR_MS = HOUR_MS + 15 * MINUTE_MS

export const isWitnessed = ({ at }: Witnessing, now: number): boolean => at !== null && now - at <= WITNESSED_FOR_MS

/** `policy` is what the house names: null for no witnesses, undefined where it did not answer. */
type Shown = Readonly<{ note: string; policy: string | null | undefined }>

/**
 * What a believed checkpoint adds to what is kept. The first policy is pinned, because until then the house's word was all there was; another one
 * counts only once the customer accepts it.
 */
export function witnessingOf(kept: Witnessing | undefined, { note, policy }: Shown, logs: Policy['logs'], now: number): Witnessing {
  const pinned = withPolicy(kept ?? NOBODY_YET, policy)
  const parsed = parsedPolicy(pinned.policy)
  const judged = parsed === null ? null : judgeCheckpoint(note, { ...parsed, logs })
  if (parsed === null || judged === null || !judged.ok) return pinned
  const { cosignatures } = judged.value
  const seconds = quorumAt(parsed, cosignatures)
  if (seconds === null || (pinned.seconds !== null && pinned.seconds >= seconds)) return pinned
  // A witness whose clock is ahead is no reason to count on it for longer.
  const at = Math.min(seconds * SECOND_MS, now)
  return { ...pinned, at, seconds, by: cosignatures.flatMap(({ witness }) => parsed.witnesses.get(witness)?.key.name ?? []) }
}

function withPolicy(kept: Witnessing, told: string | null | undefined): Witnessing {
  if (told === undefined || (told !== null && parsedPolicy(told) === null)) return kept
  if (kept.policy === null) return { ...kept, policy: told }
  return { ...kept, other: told === kept.policy ? null : { policy: told } }
}

/** The customer counts on the witnesses that the house names now. */
export const withOther = ({ other, ...kept }: Witnessing): Witnessing =>
  other === null ? { ...kept, other } : { ...NOBODY_YET, policy: other.policy }

/** Nothing but whom the device counts on. */
export const policyAlone = ({ policy }: Witnessing): Witnessing => ({ ...NOBODY_YET, policy })

/** The names of the witnesses in a policy. */
export function witnessNames(policy: string | null): readonly string[] {
  const witnesses: Iterable<PolicyWitness> = parsedPolicy(policy)?.witnesses.values() ?? []
  return [...witnesses].map(({ key }) => key.name)
}

function parsedPolicy(text: string | null): Policy | null {
  const parsed = text === null ? null : parsePolicy(text)
  return parsed?.ok === true ? parsed.value : null
}
