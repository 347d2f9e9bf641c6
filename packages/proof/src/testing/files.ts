import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { headLabel, headOpening } from '../account-key.ts'
import { signCheckpoint } from '../checkpoint.ts'
import { DOCUMENT_FORMAT, type SignedDocument, signDocument } from '../document.ts'
import { encodeEntry } from '../entries.ts'
import { headEntry } from '../head.ts'
import { hashesOfLeaves, inclusionProof, leafHash, rootOf } from '../merkle.ts'
import { noteKey } from '../note.ts'
import { signReceipts } from '../receipt.ts'
import { formatTlogProof } from '../tlog-proof.ts'
import { formatVerifierKey } from '../verifier-key.ts'
import { LOG_KEY, LOG_SECRET, ORIGIN } from './log.ts'

/** A file of each format that a house or its app hands out, as it is and spoiled in one place. */
const SIGNER = { name: `${ORIGIN}/receipts`, secretKey: new Uint8Array(32).fill(4) }
const ACCOUNT_KEY = new Uint8Array(32).fill(7)
const SEQUENCE = 2
const HEAD = 'ab'.repeat(32)
export const FILE_KEYS = [formatVerifierKey(LOG_KEY), formatVerifierKey(noteKey(SIGNER))]
const [LOG_TEXT = '', RECEIPT_TEXT = ''] = FILE_KEYS

const entry = headEntry(ACCOUNT_KEY, { sequence: SEQUENCE, head: hexToBytes(HEAD) })
const signedTree = (entries: readonly Uint8Array[]) => {
  const hashes = hashesOfLeaves(entries.map(leafHash))
  const size = entries.length
  return { size, hashes, note: signCheckpoint({ origin: ORIGIN, size, root: rootOf(size, hashes), extensions: [] }, [LOG_SECRET]) }
}
const alive = (at: number): Uint8Array => encodeEntry({ kind: 'alive', at })
const tree = signedTree([alive(1), entry, alive(2)])
const proof = formatTlogProof({
  index: 1,
  proof: inclusionProof({ index: 1, size: tree.size }, tree.hashes),
  checkpoint: tree.note,
  extra: entry,
})

const head = {
  ...{ sequence: SEQUENCE, head: HEAD },
  label: bytesToHex(headLabel(ACCOUNT_KEY, SEQUENCE)),
  opening: bytesToHex(headOpening(ACCOUNT_KEY, SEQUENCE)),
}
const content = { kind: 'statement', origin: ORIGIN, document: { month: '2026-03', total: '12.50' }, head } as const
const document: SignedDocument = {
  ...{ format: DOCUMENT_FORMAT, ...content, note: signDocument(content, SIGNER) },
  ...{ proof, keys: [LOG_TEXT], receiptKeys: [RECEIPT_TEXT] },
}

const command = 'cd'.repeat(32)
const [receipt] = signReceipts(
  [{ origin: ORIGIN, label: head.label, command, sequence: SEQUENCE, head: HEAD, input: null, quote: null, at: 1_795_000_000_000 }],
  SIGNER,
)
const receiptFile = { format: 'rueda/receipt/v1', server: 'https://rueda.example', receiptKeys: [RECEIPT_TEXT], command, receipt }

const account = {
  ...{ format: 'rueda/account-check/v1', checkedAt: '2026-03-11T00:00:00.000Z', account: '4711', entries: SEQUENCE },
  ...{ newestLoggedHead: { ...head, entry: 1 }, proof, keys: [LOG_TEXT], balances: [] },
}

const other = signedTree([alive(1), entry, alive(3)])
const evidence = {
  ...{ format: 'rueda/evidence/v1', contradiction: 'two-trees', seenAt: '2026-03-11T00:00:00.000Z', server: 'https://rueda.example' },
  ...{ origin: ORIGIN, keys: [LOG_TEXT], believedCheckpoint: tree.note, shownCheckpoint: other.note },
  ...{ receipts: [{ command, receipt }], receiptKeys: [RECEIPT_TEXT] },
}

const written = (file: object): string => `${JSON.stringify(file, null, 2)}\n`
export const handedOut = [
  { kind: 'document', good: written(document), spoiled: written({ ...document, document: { month: '2026-03', total: '12.51' } }) },
  { kind: 'receipt', good: written(receiptFile), spoiled: written({ ...receiptFile, receipt: { ...receipt, sequence: SEQUENCE + 1 } }) },
  {
    kind: 'account-check',
    good: written(account),
    spoiled: written({ ...account, newestLoggedHead: { ...account.newestLoggedHead, head: 'ac'.repeat(32) } }),
  },
  { kind: 'evidence', good: written(evidence), spoiled: written({ ...evidence, shownCheckpoint: tree.note }) },
  { kind: 'tlog-proof', good: proof, spoiled: proof.replace('index 1', 'index 2') },
] as const

/** For findings of evidence and of documents that have more than one way to be wrong. */
export const parts = { document, receiptFile, account, evidence, proof, otherNote: other.note }
