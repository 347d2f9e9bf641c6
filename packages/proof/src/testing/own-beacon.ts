import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { u64 } from '../bytes.ts'

/** A beacon of one's own by the public scheme, of which every round can be had: its key, and the signature of a round, in hex. */
export function ownBeacon(): Readonly<{ publicKey: string; sign: (round: number) => string }> {
  const { shortSignatures } = bls12_381
  const { secretKey, publicKey } = shortSignatures.keygen()
  const sign = (round: number): string => {
    const message = shortSignatures.hash(sha256(u64(round)), 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_')
    return bytesToHex(shortSignatures.Signature.toBytes(shortSignatures.sign(message, secretKey)))
  }
  return { publicKey: bytesToHex(publicKey.toBytes()), sign }
}
