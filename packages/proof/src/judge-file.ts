import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { LABEL_BYTES } from './account-key.ts'
import { HASH_BYTES } from './bytes.ts'
import { DOCUMENT_FORMAT, documentHash, readDocument, verifyDocument } from './document.ts'
import { decodeEntry } from './entries.ts'
import { EVIDENCE_FORMAT, judgeEvidence } from './judge-evidence.ts'
import { type FileFinding, type Trusted, eachOnce, fails, ofCheckpoint, open, policyOf, proves, receiptKeysOf } from './file-finding.ts'
import { entryOf, labelOf } from './head.ts'
import { leafHash } from './merkle.ts'
import { verifyReceipt } from './receipt.ts'
import { type ObjectOf, count, hash, hexOf, isObjectWith, listOf, objectOf, orNull, proofText, text } from './schema.ts'
import { parseTlogProof, verifyTlogProof } from './tlog-proof.ts'
import { keysOf } from './verifier-key.ts'

/**
 * Judges every file that the house or its app hands out, with nothing but the file and the keys that whoever checks believes: what it proves,
 * what does not hold, and what it leaves open.
 */
export type FileKind = 'document' | 'evidence' | 'account-check' | 'receipt' | 'tlog-proof' | 'paper' | 'unknown'
export type FileJudgement = Readonly<{
  kind: FileKind
  /** Something is proven, and nothing speaks against the file. */
  holds: boolean
  findings: readonly FileFinding[]
}>

const RECEIPT_FORMAT = 'rueda/receipt/v1'
const ACCOUNT_FORMAT = 'rueda/account-check/v1'
const TLOG_PROOF = 'c2sp.org/tlog-proof@v1'
const PDF = '%PDF-'

/** Without keys of one's own the file is held to those in it, which shows only that it fits together. */
export function judgeFile(content: string, trusted: Trusted): FileJudgement {
  const pinned = { ...trusted, keys: eachOnce(trusted.keys) }
  const [kind, ofFile] = judgedBy(content, pinned)
  const hasNoPaper = kind !== 'document' && kind !== 'paper' && kind !== 'unknown'
  const judged = hasNoPaper && (pinned.paper ?? null) !== null ? [...ofFile, fails('paperNotOfThis')] : ofFile
  const findings = pinned.keys.length === 0 && kind !== 'unknown' && kind !== 'paper' ? [...judged, open('ownKeys')] : judged
  const holds = findings.some(({ tone }) => tone === 'proves') && findings.every(({ tone }) => tone !== 'fails')
  return { kind, holds, findings }
}

function judgedBy(content: string, pinned: Trusted): readonly [FileKind, readonly FileFinding[]] {
  // The hash on a paper is of the data, which lie in the file beside it.
  if (content.startsWith(PDF)) return ['paper', [open('paper')]]
  if (content.startsWith(TLOG_PROOF)) return ['tlog-proof', judgeProof(content, pinned)]
  const file = parsed(content)
  switch (isObjectWith({ format: text })(file) ? file.format : null) {
    case DOCUMENT_FORMAT:
      return ['document', judgeDocument(file, pinned)]
    case RECEIPT_FORMAT:
      return ['receipt', judgeReceipt(file, pinned)]
    case ACCOUNT_FORMAT:
      return ['account-check', judgeAccountCheck(file, pinned)]
    case EVIDENCE_FORMAT:
      return ['evidence', judgeEvidence(file, pinned)]
    default:
      return ['unknown', [fails('unknownFormat')]]
  }
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content) as unknown
  } catch {
    return null
  }
}

function judgeDocument(file: unknown, pinned: Trusted): readonly FileFinding[] {
  const read = readDocument(file)
  if (read === null) return [fails('malformed')]
  const { head, proof, origin, document } = read
  const keys = receiptKeysOf(origin, pinned, read.receiptKeys)
  if (keys.length === 0 && pinned.keys.length > 0) return [fails('noReceiptKey')]
  const signed = verifyDocument(read, keys)
  const figures = { hash: documentHash(document), origin }
  const signature = signed.ok ? proves('documentSigned', figures) : fails('documentNotSigned', figures)
  const logged = ofHead({ head, proof, trusted: withKeys(pinned, read.keys) })
  return [signature, ...ofPaper(figures.hash, pinned.paper ?? null), ...logged, open('documentLimits')]
}

/** Whether the paper is of these data. */
const ofPaper = (hash: string, paper: string | null): readonly FileFinding[] =>
  paper === null ? [] : [paper === hash ? proves('paperSame') : fails('paperOther', { paper })]

type LoggedHead = Readonly<{
  head: Readonly<{ sequence: number; head: string; label: string; opening: string }>
  proof: string | null
  trusted: Trusted
}>

/** Whether the log has a head where the proof says. */
function ofHead({ head, proof, trusted }: LoggedHead): readonly FileFinding[] {
  const { sequence } = head
  if (proof === null) return [open('headWaits', { sequence })]
  const entry = entryOf({
    sequence,
    head: hexToBytes(head.head),
    label: hexToBytes(head.label),
    opening: hexToBytes(head.opening),
  })
  const proven = verifyTlogProof(proof, leafHash(entry), policyOf(trusted))
  if (!proven.ok) return [fails('headNotLogged', { sequence })]
  return [proves('headLogged', { sequence, entry: proven.value.index }), ...ofCheckpoint(proven.value, trusted)]
}

const isReceiptFile = isObjectWith({ receiptKeys: listOf(text), command: orNull(hash), receipt: isObjectWith({ origin: text }) })

function judgeReceipt(file: unknown, pinned: Trusted): readonly FileFinding[] {
  if (!isReceiptFile(file)) return [fails('malformed')]
  const keys = receiptKeysOf(file.receipt.origin, pinned, file.receiptKeys)
  if (keys.length === 0 && pinned.keys.length > 0) return [fails('noReceiptKey')]
  const receipt = verifyReceipt(file.receipt, keys)
  if (!receipt.ok) return [fails('receiptNotSigned')]
  const { sequence, at, head, command } = receipt.value
  const signed = proves('receiptSigned', { sequence, at, head })
  if (file.command !== null && file.command !== command) return [signed, fails('receiptOtherCommand')]
  return [signed, open('receiptLimits')]
}

const ACCOUNT_HEAD = { sequence: count, head: hash, entry: count, label: hexOf(LABEL_BYTES), opening: hexOf(HASH_BYTES) }
const isAccountCheck = isObjectWith({ entries: count, newestLoggedHead: objectOf(ACCOUNT_HEAD), proof: proofText, keys: listOf(text) })

function judgeAccountCheck(file: unknown, pinned: Trusted): readonly FileFinding[] {
  if (!isAccountCheck(file)) return [fails('malformed')]
  const head: ObjectOf<typeof ACCOUNT_HEAD> = file.newestLoggedHead
  return [...ofHead({ head, proof: file.proof, trusted: withKeys(pinned, file.keys) }), open('accountLimits', { entries: file.entries })]
}

/** A proof alone says what entry it is of only where it brings it. */
function judgeProof(content: string, pinned: Trusted): readonly FileFinding[] {
  const proof = parseTlogProof(content)
  if (!proof.ok) return [fails('malformed')]
  if (pinned.keys.length === 0) return [fails('noKey')]
  const { extra } = proof.value
  if (extra === null) return [fails('entryUnknown')]
  const proven = verifyTlogProof(content, leafHash(extra), policyOf(pinned))
  if (!proven.ok) return [fails('entryNotLogged')]
  const label = labelOf(extra)
  const entry = decodeEntry(extra)
  const what = label === null ? (entry.ok ? entry.value.kind : '?') : bytesToHex(label)
  return [proves('entryLogged', { entry: proven.value.index, what }), ...ofCheckpoint(proven.value, pinned)]
}

/** Keys of one's own, and without any those of the file. */
const withKeys = (pinned: Trusted, keys: readonly string[]): Trusted =>
  pinned.keys.length === 0 ? { ...pinned, keys: eachOnce(keysOf(keys)) } : pinned
