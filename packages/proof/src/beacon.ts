import { bls12_381 } from '@noble/curves/bls12-381.js'
import { u64 } from './bytes.ts'
import { sha256 } from './sha256.ts'

/**
 * A public beacon of randomness whose rounds follow a clock: `bls-unchained-g1-rfc9380` of drand. Its key signs the number of each round (BLS12-381,
 * signatures in G1), so that a round's value can be verified by whoever knows the key, wherever it was read.
 */
export const BEACON_SCHEME = 'bls-unchained-g1-rfc9380'
const DST = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
export const BEACON_KEY_BYTES = 96
export const BEACON_SIGNATURE_BYTES = 48

/** The value of a round, whose signature under the beacon's key shows that it is the only one; null where it does not. */
export function beaconValue(publicKey: Uint8Array, round: number, signature: Uint8Array): Uint8Array | null {
  if (publicKey.length !== BEACON_KEY_BYTES || signature.length !== BEACON_SIGNATURE_BYTES) return null
  const { shortSignatures } = bls12_381
  try {
    const message = shortSignatures.hash(sha256(u64(round)), DST)
    return shortSignatures.verify(signature, message, publicKey) ? sha256(signature) : null
  } catch {
    return null
  }
}
