import { base64, fromBase64, fromDecimal, hashFromBase64 } from './bytes.ts'
import { verifyInclusion } from './merkle.ts'
import { type Outcome, accepted, refused } from './outcome.ts'
import { type CheckpointFault, type JudgedCheckpoint, type Policy, judgeCheckpoint } from './policy.ts'

/** That an entry is in the log, in one file that needs no server to be checked (C2SP tlog-proof). */
export type TlogProof = Readonly<{
  index: number
  proof: readonly Uint8Array[]
  /** The signed checkpoint, word for word. */
  checkpoint: string
  /** What an application puts beside; nobody vouches for it. */
  extra: Uint8Array | null
}>

const HEADER = 'c2sp.org/tlog-proof@v1'
const EXTRA = 'extra '
const INDEX = 'index '
/** As many as a tree can be high. */
const MAX_PROOF_HASHES = 64
const MAX_LENGTH = 2_000_000

export function formatTlogProof({ index, proof, checkpoint, extra }: TlogProof): string {
  const head = [HEADER, ...(extra === null ? [] : [`${EXTRA}${base64(extra)}`]), `${INDEX}${index}`, ...proof.map(base64)]
  return `${head.join('\n')}\n\n${checkpoint}`
}

export function parseTlogProof(text: string): Outcome<TlogProof, 'malformed-proof'> {
  const blank = text.indexOf('\n\n')
  const [header, ...lines] = text.slice(0, Math.max(blank, 0)).split('\n')
  if (text.length > MAX_LENGTH || header !== HEADER) return refused('malformed-proof')
  const extraLine = lines[0]?.startsWith(EXTRA) === true ? lines.shift() : undefined
  const extra = extraLine === undefined ? null : fromBase64(extraLine.slice(EXTRA.length))
  if (extraLine !== undefined && extra === null) return refused('malformed-proof')
  const [indexLine = '', ...hashLines] = lines
  const index = indexLine.startsWith(INDEX) ? fromDecimal(indexLine.slice(INDEX.length)) : null
  const proof = hashLines.map(hashFromBase64).filter((hash) => hash !== null)
  if (index === null || proof.length !== hashLines.length || proof.length > MAX_PROOF_HASHES) return refused('malformed-proof')
  return accepted({ index, proof, checkpoint: text.slice(blank + 2), extra })
}

export type ProvenEntry = JudgedCheckpoint & Readonly<{ index: number }>

/** Verifies a proof for the hash of an entry, which the caller makes of what it knows. */
export function verifyTlogProof(
  text: string,
  leaf: Uint8Array,
  policy: Policy,
): Outcome<ProvenEntry, CheckpointFault | 'malformed-proof' | 'not-included'> {
  const parsed = parseTlogProof(text)
  if (!parsed.ok) return parsed
  const { index, proof } = parsed.value
  const judged = judgeCheckpoint(parsed.value.checkpoint, policy)
  if (!judged.ok) return judged
  const { size, root } = judged.value.checkpoint
  return verifyInclusion({ leaf, index, size, proof, root }) ? accepted({ ...judged.value, index }) : refused('not-included')
}
