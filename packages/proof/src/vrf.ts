import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { equalBytes } from './bytes.ts'

/**
 * Verifiable random function: ECVRF-EDWARDS25519-SHA512-TAI of RFC 9381, with validate_key. Who has the secret key draws a
 * value for an input, and proves that the key allows no other one.
 */

const SUITE = 0x03
const ENCODE_TO_CURVE = 0x01
const CHALLENGE = 0x02
const PROOF_TO_HASH = 0x03
const BACK = 0x00
const POINT_BYTES = 32
const CHALLENGE_BYTES = 16
const SCALAR_BYTES = 32
export const VRF_PROOF_BYTES = POINT_BYTES + CHALLENGE_BYTES + SCALAR_BYTES
const MAX_COUNTER = 255

const { Point } = ed25519
type CurvePoint = InstanceType<typeof Point>

export const vrfPublicKey = (secretKey: Uint8Array): Uint8Array => ed25519.getPublicKey(secretKey)

/** The proof for an input; the value it proves is `vrfOutput` of it. */
export function vrfProve(secretKey: Uint8Array, alpha: Uint8Array): Uint8Array {
  const { scalar, prefix, point, pointBytes } = ed25519.utils.getExtendedPublicKey(secretKey)
  const h = encodeToCurve(pointBytes, alpha)
  const gamma = h.multiply(scalar)
  // The nonce follows from key and input as in RFC 8032, so that no chance is needed.
  const nonce = modulo(fromLittleEndian(sha512(concatBytes(prefix, h.toBytes()))))
  const challenge = challengeOf([point, h, gamma, Point.BASE.multiply(nonce), h.multiply(nonce)])
  const answer = modulo(nonce + fromLittleEndian(challenge) * scalar)
  return concatBytes(gamma.toBytes(), challenge, littleEndian(answer, SCALAR_BYTES))
}

/** The value for an input without its proof, for whoever draws with the key: a third of the work. */
export function vrfDraw(secretKey: Uint8Array, alpha: Uint8Array): Uint8Array {
  const { scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(secretKey)
  return outputOf(encodeToCurve(pointBytes, alpha).multiply(scalar))
}

/** The value that a proof shows for this key and input, 64 bytes; null where it shows none. */
export function vrfVerify(publicKey: Uint8Array, alpha: Uint8Array, proof: Uint8Array): Uint8Array | null {
  const key = decodePoint(publicKey)
  const decoded = decodeProof(proof)
  // A key of small order would allow several values for one input.
  if (key === null || key.isSmallOrder() || decoded === null) return null
  const { gamma, challenge, answer } = decoded
  const h = encodeToCurve(publicKey, alpha)
  const c = fromLittleEndian(challenge)
  const u = Point.BASE.multiplyUnsafe(answer).subtract(key.multiplyUnsafe(c))
  const v = h.multiplyUnsafe(answer).subtract(gamma.multiplyUnsafe(c))
  return equalBytes(challenge, challengeOf([key, h, gamma, u, v])) ? outputOf(gamma) : null
}

/** The value of a proof that one made oneself; a proof of somebody else's is verified instead. Null where it cannot be read. */
export function vrfOutput(proof: Uint8Array): Uint8Array | null {
  const decoded = decodeProof(proof)
  return decoded === null ? null : outputOf(decoded.gamma)
}

const outputOf = (gamma: CurvePoint): Uint8Array =>
  sha512(concatBytes(Uint8Array.of(SUITE, PROOF_TO_HASH), gamma.clearCofactor().toBytes(), Uint8Array.of(BACK)))

/** Tries one counter after the other until the hash is a point; half of them are. */
function encodeToCurve(publicKey: Uint8Array, alpha: Uint8Array): CurvePoint {
  for (let counter = 0; counter <= MAX_COUNTER; counter += 1) {
    const hash = sha512(concatBytes(Uint8Array.of(SUITE, ENCODE_TO_CURVE), publicKey, alpha, Uint8Array.of(counter, BACK)))
    const point = decodePoint(hash.subarray(0, POINT_BYTES))?.clearCofactor()
    if (point !== undefined && !point.is0()) return point
  }
  throw new Error('No counter led to a point, which happens once in 2^256 inputs')
}

const challengeOf = (points: readonly CurvePoint[]): Uint8Array =>
  sha512(concatBytes(Uint8Array.of(SUITE, CHALLENGE), ...points.map((point) => point.toBytes()), Uint8Array.of(BACK))).subarray(
    0,
    CHALLENGE_BYTES,
  )

function decodeProof(proof: Uint8Array): Readonly<{ gamma: CurvePoint; challenge: Uint8Array; answer: bigint }> | null {
  if (proof.length !== VRF_PROOF_BYTES) return null
  const gamma = decodePoint(proof.subarray(0, POINT_BYTES))
  const challenge = proof.subarray(POINT_BYTES, POINT_BYTES + CHALLENGE_BYTES)
  const answer = fromLittleEndian(proof.subarray(POINT_BYTES + CHALLENGE_BYTES))
  return gamma === null || answer >= Point.Fn.ORDER ? null : { gamma, challenge, answer }
}

/** Only the one encoding that RFC 8032 gives a point. */
function decodePoint(bytes: Uint8Array): CurvePoint | null {
  try {
    return Point.fromBytes(bytes)
  } catch {
    return null
  }
}

const modulo = (value: bigint): bigint => Point.Fn.create(value)

function fromLittleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)
}

function littleEndian(value: bigint, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let at = 0, rest = value; at < length; at += 1, rest >>= 8n) bytes[at] = Number(rest & 0xffn)
  return bytes
}
