import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { type ProvenDay, dayAlpha, dayKeyOf, faultOfDay, isLoggedBefore } from './day.ts'
import { flipped, hex } from './testing/shapes.ts'
import { VRF_VECTORS } from './testing/vrf-vectors.ts'
import { vrfDraw, vrfOutput, vrfProve, vrfPublicKey } from './vrf.ts'

const SECRET = hex(VRF_VECTORS[0].secretKey)
const PUBLIC = vrfPublicKey(SECRET)
const NAMED = { market: 'US', date: '2026-11-20', beacon: null }

function proven(day: Pick<ProvenDay, 'market' | 'date' | 'beacon'>): ProvenDay {
  const proof = vrfProve(SECRET, dayAlpha(day))
  const output = vrfDraw(SECRET, dayAlpha(day))
  return { ...day, proof, output, key: dayKeyOf(output) }
}

test('the input names market and day, and the round of a beacon with its value', () => {
  expect(bytesToHex(dayAlpha(NAMED))).toBe('72756564612f6461792f763200555300323032362d31312d3230')
  const beacon = { round: 258, randomness: new Uint8Array(32).fill(7) }
  expect(bytesToHex(dayAlpha({ ...NAMED, beacon }))).toBe(
    `72756564612f6461792f763200555300323032362d31312d3230${'00'}${'0000000000000102'}${'07'.repeat(32)}`,
  )
  expect(() => dayAlpha({ ...NAMED, beacon: { ...beacon, randomness: new Uint8Array(31) } })).toThrow(RangeError)
})

test('the worked example of the rules', () => {
  expect(bytesToHex(proven(NAMED).key)).toBe('dbf04aae2f4868bdbb60d7865b4dce4fb721fff616b6dd2bdc5c842d30203b82')
})

test('a value drawn without its proof is the one that the proof shows', () => {
  for (const date of ['2026-11-20', '2026-11-23', '2027-01-04']) {
    const alpha = dayAlpha({ ...NAMED, date })
    expect(vrfDraw(SECRET, alpha)).toEqual(vrfOutput(vrfProve(SECRET, alpha)))
  }
})

describe('a day that is shown', () => {
  test('holds under the key that proved it, and no other', () => {
    const day = proven(NAMED)
    expect(faultOfDay(PUBLIC, day)).toBeNull()
    expect(faultOfDay(hex(VRF_VECTORS[1].publicKey), day)).toBe('proof')
  })

  test.each([
    ['another key of the day', (day: ProvenDay) => ({ ...day, key: flipped(day.key, 3) }), 'key'],
    ['another value', (day: ProvenDay) => ({ ...day, output: flipped(day.output, 300) }), 'output'],
    ['another proof', (day: ProvenDay) => ({ ...day, proof: flipped(day.proof, 400) }), 'proof'],
    ['the proof of the day after', (day: ProvenDay) => ({ ...proven({ ...NAMED, date: '2026-11-23' }), date: day.date }), 'proof'],
    ['the proof of another market', (day: ProvenDay) => ({ ...proven({ ...NAMED, market: 'TW' }), market: day.market }), 'proof'],
    ['a round that nobody waited for', (day: ProvenDay) => ({ ...day, beacon: { round: 1, randomness: new Uint8Array(32) } }), 'proof'],
  ] as const)('%s does not hold', (_, change, fault) => {
    expect(faultOfDay(PUBLIC, change(proven(NAMED)))).toBe(fault)
  })
})

test('a day is claimed only seven days after what draws it was logged', () => {
  const logged = Date.parse('2026-11-12T10:00:00Z')
  expect(isLoggedBefore('2026-11-20', logged)).toBe(true)
  expect(isLoggedBefore('2026-11-19', logged)).toBe(false)
})
