import { equalBytes } from './bytes.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { type FileFinding, type Trusted, eachOnce, fails, open, policyOf, proves } from './file-finding.ts'
import { parseNote } from './note.ts'
import { judgeCheckpoint } from './policy.ts'
import { verifyReceipt } from './receipt.ts'
import { isObjectWith, listOf, noteText, orNull, text } from './schema.ts'
import { keysOf } from './verifier-key.ts'

/**
 * Judges the evidence of an app that found a contradiction. What was signed proves itself; what the app was shown and nobody signed is told as
 * what it is, somebody's word.
 */
export const EVIDENCE_FORMAT = 'rueda/evidence/v1'

const isEvidence = isObjectWith({
  contradiction: text,
  keys: listOf(text),
  believedCheckpoint: orNull(noteText),
  shownCheckpoint: orNull(noteText),
})
const hasReceipts = isObjectWith({ receiptKeys: listOf(text), receipts: listOf(isObjectWith({})) })

/** Findings of which another signature is the contradiction itself. */
const BY_ANOTHER_KEY: ReadonlySet<string> = new Set(['unknown-key', 'another-log'])

export function judgeEvidence(file: unknown, pinned: Trusted): readonly FileFinding[] {
  if (!isEvidence(file)) return [fails('malformed')]
  const { contradiction, believedCheckpoint, shownCheckpoint } = file
  const trusted = pinned.keys.length === 0 ? { ...pinned, keys: eachOnce(keysOf(file.keys)) } : pinned
  const isSigned = (note: string): boolean => judgeCheckpoint(note, policyOf(trusted)).ok
  const believed = believedCheckpoint === null ? null : checkpointIn(believedCheckpoint)
  const shown = shownCheckpoint === null ? null : checkpointIn(shownCheckpoint)
  if ((believed === null && believedCheckpoint !== null) || (shown === null && shownCheckpoint !== null)) return [fails('malformed')]
  const areSigned = [believedCheckpoint, shownCheckpoint].every((note) => note !== null && isSigned(note))
  const findings: FileFinding[] = []
  if (believed !== null && believedCheckpoint !== null)
    findings.push(isSigned(believedCheckpoint) ? proves('believedSigned', sizeOf(believed)) : fails('believedNotSigned', sizeOf(believed)))
  if (shown !== null && shownCheckpoint !== null) {
    if (isSigned(shownCheckpoint)) findings.push(proves('shownSigned', sizeOf(shown)))
    else findings.push(BY_ANOTHER_KEY.has(contradiction) ? open('shownByOtherKey', sizeOf(shown)) : fails('shownNotSigned', sizeOf(shown)))
  }
  return [...findings, ...ofContradiction(contradiction, { believed, shown, areSigned }), ...ofReceipts(file, contradiction, pinned)]
}

const sizeOf = ({ origin, size }: Checkpoint) => ({ origin, size })

function checkpointIn(note: string): Checkpoint | null {
  const parsed = parseNote(note)
  const checkpoint = parsed.ok ? parseCheckpoint(parsed.value.text) : parsed
  return checkpoint.ok ? checkpoint.value : null
}

type Checkpoints = Readonly<{ believed: Checkpoint | null; shown: Checkpoint | null; areSigned: boolean }>

/** Only what is signed convicts: anybody can write a note. */
function ofContradiction(contradiction: string, { believed, shown, areSigned }: Checkpoints): readonly FileFinding[] {
  if (believed === null || shown === null) return [open('onlySeen', { contradiction })]
  if (believed.origin !== shown.origin) return [open('otherOrigin', { believed: believed.origin, shown: shown.origin })]
  if (contradiction !== 'two-trees') return [open('onlySeen', { contradiction })]
  if (believed.size !== shown.size || !areSigned) return [open('onlySeen', { contradiction })]
  return equalBytes(believed.root, shown.root) ? [fails('notTwoTrees', { size: shown.size })] : [proves('twoTrees', { size: shown.size })]
}

/** Each receipt is the house's signed word; one that is not signed is what the app complains of, and proves nothing. */
function ofReceipts(file: unknown, contradiction: string, pinned: Trusted): readonly FileFinding[] {
  if (!hasReceipts(file)) return []
  const keys = pinned.keys.length === 0 ? keysOf(file.receiptKeys) : pinned.keys
  return file.receipts.flatMap((each) => {
    const receipt = verifyReceipt('receipt' in each ? each.receipt : null, eachOnce(keys))
    if (receipt.ok) return [proves('receiptSigned', { sequence: receipt.value.sequence, at: receipt.value.at, head: receipt.value.head })]
    return contradiction === 'receipt-not-signed' ? [] : [fails('receiptNotSigned')]
  })
}
