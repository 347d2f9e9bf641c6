import type { JudgedCheckpoint, Policy } from './policy.ts'
import { NOTE_SIGNATURE, type VerifierKey, keysOf } from './verifier-key.ts'

/** What a file was found to prove, to be wrong in, or to leave open: a name of a sentence, and its figures. */
export type FileFinding = Readonly<{
  tone: 'proves' | 'fails' | 'open'
  says: Sentence
  figures: Readonly<Record<string, string | number>>
}>

/** Every sentence that a check of a file can say; those who show them have words for each. */
export const sentences = [
  'unknownFormat',
  'paper',
  'malformed',
  'ownKeys',
  'noKey',
  'noReceiptKey',
  'documentSigned',
  'documentNotSigned',
  'documentLimits',
  'paperSame',
  'paperOther',
  'paperNotOfThis',
  'headLogged',
  'headNotLogged',
  'headWaits',
  'receiptSigned',
  'receiptNotSigned',
  'receiptOtherCommand',
  'receiptLimits',
  'accountLimits',
  'entryLogged',
  'entryNotLogged',
  'entryUnknown',
  'checkpoint',
  'witnessed',
  'ourWordOnly',
  'believedSigned',
  'believedNotSigned',
  'shownSigned',
  'shownNotSigned',
  'shownByOtherKey',
  'otherOrigin',
  'twoTrees',
  'notTwoTrees',
  'onlySeen',
] as const
export type Sentence = (typeof sentences)[number]

type Figures = FileFinding['figures']
export const proves = (says: Sentence, figures: Figures = {}): FileFinding => ({ tone: 'proves', says, figures })
export const fails = (says: Sentence, figures: Figures = {}): FileFinding => ({ tone: 'fails', says, figures })
export const open = (says: Sentence, figures: Figures = {}): FileFinding => ({ tone: 'open', says, figures })

/**
 * What whoever checks believes: keys of checkpoints and of receipts, and a policy of witnesses where there is one; and the hash that stands on the
 * paper in their hand, in hex.
 */
export type Trusted = Readonly<{ keys: readonly VerifierKey[]; policy: Policy | null; paper?: string | null }>

/** Keys without those that come twice: one is named by a policy and given by hand. */
export const eachOnce = (keys: readonly VerifierKey[]): readonly VerifierKey[] => [
  ...new Map(keys.map((key) => [`${key.name} ${key.id}`, key])).values(),
]

/** Of the believed keys, or without any of those in the file, those that this house signs its receipts with: another house's sign nothing of it. */
export const receiptKeysOf = (origin: string, { keys }: Trusted, inFile: readonly string[]): readonly VerifierKey[] =>
  eachOnce(keys.length === 0 ? keysOf(inFile) : keys).filter(({ name }) => name === `${origin}/receipts`)

/** The believed keys as the logs of a policy. */
export function policyOf({ keys, policy }: Trusted): Policy {
  const logs = keys.filter(({ type }) => type === NOTE_SIGNATURE).map((key) => ({ key, url: null }))
  const { witnesses, groups, quorum } = policy ?? { witnesses: new Map(), groups: new Map(), quorum: 'none' }
  return { logs, witnesses, groups, quorum }
}

/** What a signed checkpoint is worth beside its signature: the witnesses of the policy that saw the same. */
export function ofCheckpoint({ checkpoint, cosignatures, hasQuorum }: JudgedCheckpoint, { policy }: Trusted): readonly FileFinding[] {
  const signed = proves('checkpoint', { origin: checkpoint.origin, size: checkpoint.size })
  const isWitnessed = policy !== null && policy.witnesses.size > 0 && hasQuorum && cosignatures.length > 0
  const names = cosignatures.map(({ witness, seconds }) => `${witness} (${new Date(seconds * 1_000).toISOString()})`).join(', ')
  return [signed, isWitnessed ? proves('witnessed', { names }) : open('ourWordOnly')]
}
