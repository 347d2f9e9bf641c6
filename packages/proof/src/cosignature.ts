import { ed25519 } from '@noble/curves/ed25519.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { fromU64, u64, utf8 } from './bytes.ts'
import { parseCheckpoint } from './checkpoint.ts'
import { SIGNATURE_BYTES, type Signer, type Verifier, isSignedBy, noteVerifier, signatureLine } from './note.ts'
import { COSIGNATURE, NOTE_SIGNATURE, type VerifierKey, verifierKey } from './verifier-key.ts'

/**
 * A witness says that at a time this was the largest tree of the log it had seen, and one that only grew (C2SP
 * tlog-cosignature, Ed25519, type 0x04). The signed message does not say the witness' name: its key is used for nothing else.
 */

const TIME_BYTES = 8
const COSIGNATURE_BYTES = TIME_BYTES + SIGNATURE_BYTES

export const cosignerKey = ({ name, secretKey }: Signer): VerifierKey =>
  verifierKey({ name, type: COSIGNATURE, publicKey: ed25519.getPublicKey(secretKey) })

/** The signature line for a checkpoint's text, at a time in seconds. */
export function cosign(checkpointText: string, signer: Signer, seconds: number): string {
  if (!parseCheckpoint(checkpointText).ok) throw new TypeError('Only a checkpoint is cosigned')
  if (seconds === 0) throw new TypeError('A cosignature says when it was made')
  const signature = ed25519.sign(message(checkpointText, seconds), signer.secretKey)
  return signatureLine(cosignerKey(signer), concatBytes(u64(seconds), signature))
}

const message = (checkpointText: string, seconds: number): Uint8Array => utf8(`cosignature/v1\ntime ${seconds}\n${checkpointText}`)

export const cosignatureVerifier = (key: VerifierKey): Verifier => ({
  key,
  verify: (text, signature) => {
    const seconds = cosignedAt(signature)
    return seconds !== null && parseCheckpoint(text).ok && isSignedBy(key, message(text, seconds), signature.subarray(TIME_BYTES))
  },
})

/** The time in seconds that a cosignature says; to be believed once it is verified. Null where it is none that a clock of ours can show. */
export function cosignedAt(signature: Uint8Array): number | null {
  return signature.length === COSIGNATURE_BYTES ? fromU64(signature) : null
}

/** The way a key is verified follows from its type. */
export function verifierOf(key: VerifierKey): Verifier {
  switch (key.type) {
    case NOTE_SIGNATURE:
      return noteVerifier(key)
    case COSIGNATURE:
      return cosignatureVerifier(key)
  }
}
