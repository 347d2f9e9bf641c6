import { bytesToHex } from '@noble/hashes/utils.js'
import { base64, equalBytes, fromDecimal, hashFromBase64, utf8 } from './bytes.ts'
import { parseCheckpoint } from './checkpoint.ts'
import { cosign } from './cosignature.ts'
import { EMPTY_ROOT, verifyConsistency } from './merkle.ts'
import { type Signer, noteVerifier, openNote, parseNote } from './note.ts'
import type { VerifierKey } from './verifier-key.ts'
import { sha256 } from './sha256.ts'

/** What a witness decides (C2SP tlog-witness): whether a log only grew since the checkpoint it cosigned last. */

/** The last checkpoint a witness cosigned for a log: its size and root, and the note with its own cosignature, as it serves it. */
export type WitnessedCheckpoint = Readonly<{ size: number; root: Uint8Array; note: string }>

export type AddCheckpoint = Readonly<{ oldSize: number; proof: readonly Uint8Array[]; checkpoint: string }>

export type WitnessAnswer =
  | Readonly<{ status: 200; body: string; keep: WitnessedCheckpoint }>
  | Readonly<{ status: 409; body: string; contentType: typeof SIZE_TYPE }>
  | Readonly<{
      status: 422
      body: string
      /** The log signed another root for the size that was cosigned: its two checkpoints are the proof. */
      isFork: boolean
    }>
  | Readonly<{ status: 400 | 403 | 404; body: string }>

const SIZE_TYPE = 'text/x.tlog.size'
const OLD = 'old '
const MAX_PROOF_HASHES = 63

export function formatAddCheckpoint({ oldSize, proof, checkpoint }: AddCheckpoint): string {
  return `${[`${OLD}${oldSize}`, ...proof.map(base64)].join('\n')}\n\n${checkpoint}`
}

function parseAddCheckpoint(body: string): AddCheckpoint | null {
  const blank = body.indexOf('\n\n')
  const [oldLine = '', ...hashLines] = body.slice(0, Math.max(blank, 0)).split('\n')
  const oldSize = oldLine.startsWith(OLD) ? fromDecimal(oldLine.slice(OLD.length)) : null
  const proof = hashLines.map(hashFromBase64).filter((hash) => hash !== null)
  if (oldSize === null || proof.length !== hashLines.length || proof.length > MAX_PROOF_HASHES) return null
  return { oldSize, proof, checkpoint: body.slice(blank + 2) }
}

/** The origin of the checkpoint in a request, by which the witness finds what it keeps; null where the request says none. */
export function originOf(body: string): string | null {
  const request = parseAddCheckpoint(body)
  const note = request === null ? null : parseNote(request.checkpoint)
  const checkpoint = note?.ok === true ? parseCheckpoint(note.value.text) : null
  return checkpoint?.ok === true ? checkpoint.value.origin : null
}

/** Path of a log's last cosigned checkpoint under the monitoring prefix. */
export const monitoringPath = (origin: string): string => `${bytesToHex(sha256(utf8(origin)))}/checkpoint`

/**
 * Answers a request. What it says to keep must be stored, and stored only where the checkpoint kept before is still the
 * one given here, before anybody is answered: otherwise two requests at once could roll a log back.
 */
export function answerAddCheckpoint(
  body: string,
  witness: Readonly<{
    /** Keys of the origin's log; null where the witness does not know the log. */
    logKeys: readonly VerifierKey[] | null
    last: WitnessedCheckpoint | null
    signer: Signer
    seconds: number
  }>,
): WitnessAnswer {
  const { logKeys, last, signer, seconds } = witness
  const request = parseAddCheckpoint(body)
  const note = request === null ? null : parseNote(request.checkpoint)
  const parsed = note?.ok === true ? parseCheckpoint(note.value.text) : null
  if (request === null || note?.ok !== true || parsed?.ok !== true) return { status: 400, body: 'The request is malformed.\n' }
  if (logKeys === null) return { status: 404, body: 'This log is not known here.\n' }

  const opened = openNote(request.checkpoint, logKeys.map(noteVerifier))
  if (!opened.ok) return { status: 403, body: 'No key of this log signed the checkpoint, or a signature is wrong.\n' }
  const { oldSize, proof } = request
  const { size, root } = parsed.value
  if (oldSize > size) return { status: 400, body: 'The old size is above the size of the checkpoint.\n' }
  const lastSize = last?.size ?? 0
  if (oldSize !== lastSize) return { status: 409, body: `${lastSize}\n`, contentType: SIZE_TYPE }
  if (size === 0 && !equalBytes(root, EMPTY_ROOT)) return { status: 422, body: 'An empty tree has another root.\n', isFork: false }
  if (!verifyConsistency({ oldSize, size, oldRoot: last?.root ?? EMPTY_ROOT, root, proof })) {
    const isFork = last !== null && size === last.size && !equalBytes(root, last.root)
    return { status: 422, body: 'The proof does not lead from the last checkpoint to this one.\n', isFork }
  }

  const cosignature = cosign(opened.value.text, signer, seconds)
  // One line a key: with every line that somebody repeats, what is kept could outgrow what is read again.
  const verified = logKeys.map((key) => opened.value.signatures.find((signature) => signature.key === key)?.line ?? '').join('')
  return { status: 200, body: cosignature, keep: { size, root, note: `${opened.value.text}\n${verified}${cosignature}` } }
}
