import { ED25519_TORSION_SUBGROUP, ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesOf, flipped, hex } from './testing/shapes.ts'
import { VRF_VECTORS } from './testing/vrf-vectors.ts'
import { VRF_PROOF_BYTES, vrfOutput, vrfProve, vrfPublicKey, vrfVerify } from './vrf.ts'

test.each(VRF_VECTORS)('$from', ({ secretKey, publicKey, alpha, proof, output }) => {
  expect(bytesToHex(vrfPublicKey(hex(secretKey)))).toBe(publicKey)
  expect(bytesToHex(vrfProve(hex(secretKey), hex(alpha)))).toBe(proof)
  expect(bytesToHex(vrfVerify(hex(publicKey), hex(alpha), hex(proof)) ?? new Uint8Array(0))).toBe(output)
  expect(bytesToHex(vrfOutput(hex(proof)) ?? new Uint8Array(0))).toBe(output)
})

test('whatever is proven is verified, and draws the same value each time', () => {
  fc.assert(
    fc.property(bytesOf(32), fc.uint8Array({ maxLength: 80 }), (secretKey, alpha) => {
      const proof = vrfProve(secretKey, alpha)
      expect(vrfProve(secretKey, alpha)).toEqual(proof)
      expect(vrfVerify(vrfPublicKey(secretKey), alpha, proof)).toEqual(vrfOutput(proof))
    }),
    { numRuns: 15 },
  )
})

const [vector] = VRF_VECTORS
const [secretKey, publicKey, proof] = [hex(vector.secretKey), hex(vector.publicKey), hex(vector.proof)]
const alpha = new Uint8Array(0)

describe('what proves nothing', () => {
  test('a proof with one bit changed, for another input, or of another key', () => {
    fc.assert(
      fc.property(fc.nat({ max: VRF_PROOF_BYTES * 8 - 1 }), (bit) => {
        expect(vrfVerify(publicKey, alpha, flipped(proof, bit))).toBeNull()
      }),
      { numRuns: 30 },
    )
    expect(vrfVerify(publicKey, Uint8Array.of(1), proof)).toBeNull()
    expect(vrfVerify(vrfPublicKey(new Uint8Array(32)), alpha, proof)).toBeNull()
  })

  test('a proof of another length', () => {
    for (const wrong of [new Uint8Array(0), proof.subarray(1), Uint8Array.of(...proof, 0)]) {
      expect(vrfVerify(publicKey, alpha, wrong)).toBeNull()
      expect(vrfOutput(wrong)).toBeNull()
    }
  })

  test('the same number written beyond the order of the group', () => {
    const order = ed25519.Point.Fn.ORDER
    const answer = BigInt(`0x${bytesToHex(proof.slice(48).toReversed())}`) + order
    const second = Uint8Array.of(...proof.subarray(0, 48), ...hex(answer.toString(16).padStart(64, '0')).toReversed())
    expect(vrfVerify(publicKey, alpha, second)).toBeNull()
    expect(vrfOutput(second)).toBeNull()
  })

  test('keys of small order, for which every input would have several values', () => {
    for (const point of ED25519_TORSION_SUBGROUP) {
      expect(vrfVerify(hex(point), alpha, proof)).toBeNull()
      // Such a key is its own proof where nothing checks it: the challenge falls out of the equation.
      expect(vrfVerify(hex(point), alpha, Uint8Array.of(...hex(point), ...new Uint8Array(48)))).toBeNull()
    }
  })

  test('points that are off the curve, or in a second encoding', () => {
    const wrongPoints = [
      `02${'00'.repeat(31)}`,
      // y is 1, x is 0, and its sign is set.
      `01${'00'.repeat(30)}80`,
      // y is the prime and 1 more.
      `ee${'ff'.repeat(30)}7f`,
      // y is the prime itself, for nothing.
      `ed${'ff'.repeat(30)}7f`,
      'ff'.repeat(32),
    ]
    for (const point of wrongPoints) {
      expect(vrfVerify(hex(point), alpha, proof)).toBeNull()
      expect(vrfVerify(publicKey, alpha, Uint8Array.of(...hex(point), ...proof.subarray(32)))).toBeNull()
      expect(vrfOutput(Uint8Array.of(...hex(point), ...proof.subarray(32)))).toBeNull()
    }
    expect(vrfVerify(publicKey.subarray(1), alpha, proof)).toBeNull()
  })

  test('gamma moved by a point of small order: the value is the same, and it is refused all the same', () => {
    const gamma = ed25519.Point.fromBytes(proof.subarray(0, 32))
    for (const point of ED25519_TORSION_SUBGROUP.slice(1)) {
      const moved = gamma.add(ed25519.Point.fromHex(point))
      if (moved.equals(gamma)) continue
      expect(vrfVerify(publicKey, alpha, Uint8Array.of(...moved.toBytes(), ...proof.subarray(32)))).toBeNull()
    }
  })
})

test('a secret key has 32 bytes', () => {
  expect(() => vrfProve(secretKey.subarray(1), alpha)).toThrow('length')
})
