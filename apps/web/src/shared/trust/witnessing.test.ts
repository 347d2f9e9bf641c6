import { cosign, cosignerKey } from '@rueda/proof/cosignature.ts'
import type { Signer } from '@rueda/proof/note.ts'
import { WITNESS } from '@rueda/proof/testing/log.ts'
import { formatVerifierKey } from '@rueda/proof/verifier-key.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { beforeEach, expect, it } from 'vitest'
import { type House, book, newHouse, readingOf, say } from '../../testing/log-and-account.ts'
import { accepted, judge } from './judge.ts'
import { type Kept, NOTHING_KEPT } from './kept.ts'
import { type Witnessing, isWitnessed, withOther, witnessNames } from './witnessing.ts'

/** `docs/rules/proof.md` P.30: a device counts on the witnesses that it saw first, and on others only once they are accepted. */
const BEGAN = Date.UTC(2026, 2, 11)
const STRANGER: Signer = { name: 'stranger.example/w', secretKey: new Uint8Array(32).fill(6) }
const policyWith = (witness: Signer): string => `witness w ${formatVerifierKey(cosignerKey(witness))} https://witness.example/\nquorum w\n`

let house: House
let kept: Kept
beforeEach(() => {
  house = newHouse()
  kept = NOTHING_KEPT
  house.policy = policyWith(WITNESS)
})

/** What the device keeps of witnesses after it looked at something new that the house said. */
function look(at: number, change: Parameters<typeof readingOf>[2] = {}): Witnessing | undefined {
  book(house)
  say(house)
  ;({ kept } = judge(kept, readingOf(house, kept, change), at))
  return kept.log?.witnessing
}
const cosignedBy = (witness: Signer, at: number) => (text: string) => [cosign(text, witness, at / SECOND_MS)]

it('is witnessed from the cosignature on, for seventy-five minutes', () => {
  expect(look(BEGAN)).toEqual({ policy: house.policy, other: null, at: null, seconds: null, by: [] })
  house.cosigned = cosignedBy(WITNESS, BEGAN + MINUTE_MS)
  const seen = look(BEGAN + 2 * MINUTE_MS)
  expect(seen).toEqual({
    policy: house.policy,
    other: null,
    at: BEGAN + MINUTE_MS,
    seconds: (BEGAN + MINUTE_MS) / SECOND_MS,
    by: [WITNESS.name],
  })
  house.cosigned = () => []
  const silent = look(BEGAN + 2 * HOUR_MS)
  expect(silent).toEqual(seen)
  expect([75, 76].map((minutes) => isWitnessed(seen as Witnessing, BEGAN + MINUTE_MS + minutes * MINUTE_MS))).toEqual([true, false])
})

it('counts neither a stranger nor a witness whose clock is ahead', () => {
  house.cosigned = cosignedBy(STRANGER, BEGAN)
  expect(look(BEGAN)).toMatchObject({ at: null })
  house.cosigned = cosignedBy(WITNESS, BEGAN + 24 * HOUR_MS)
  expect(look(BEGAN + MINUTE_MS)).toMatchObject({ at: BEGAN + MINUTE_MS })
  // Nor does the same cosignature count for longer each time that it is seen.
  expect(look(BEGAN + 2 * HOUR_MS)).toMatchObject({ at: BEGAN + MINUTE_MS })
})

it('keeps its witnesses when the customer accepts another log', () => {
  look(BEGAN)
  const first = house.policy
  kept = { ...kept, contradiction: { kind: 'two-trees', at: BEGAN, accountId: null, evidence: {} as never } }
  kept = accepted(kept, BEGAN)
  house.policy = policyWith(STRANGER)
  house.cosigned = cosignedBy(STRANGER, BEGAN)
  expect(look(BEGAN)).toMatchObject({ policy: first, other: { policy: house.policy }, at: null })
})

it('believes no cosignature under a checkpoint that the house did not sign', () => {
  house.cosigned = cosignedBy(WITNESS, BEGAN)
  look(BEGAN)
  const before = kept.log
  house.secret = new Uint8Array(32).fill(9)
  look(BEGAN + 2 * HOUR_MS)
  expect(kept.log).toEqual(before)
})

it('goes on counting on the witnesses it saw first when the house names others, or nobody', () => {
  house.cosigned = cosignedBy(WITNESS, BEGAN)
  look(BEGAN)
  const first = house.policy
  house.cosigned = cosignedBy(STRANGER, BEGAN + 2 * HOUR_MS)
  house.policy = policyWith(STRANGER)
  const named = look(BEGAN + 2 * HOUR_MS)
  expect(named).toEqual({ policy: first, other: { policy: house.policy }, at: BEGAN, seconds: BEGAN / SECOND_MS, by: [WITNESS.name] })
  house.policy = null
  expect(look(BEGAN + 2 * HOUR_MS)).toMatchObject({ policy: first, other: { policy: null } })
  house.policy = first
  expect(look(BEGAN + 2 * HOUR_MS)).toMatchObject({ policy: first, other: null })
  expect(withOther(named as Witnessing)).toEqual({ policy: policyWith(STRANGER), other: null, at: null, seconds: null, by: [] })
})

it('begins to count once a house without witnesses names some, and hears nothing in an answer that is missing or no policy', () => {
  const first = house.policy
  house.policy = null
  expect(look(BEGAN)).toMatchObject({ policy: null })
  for (const policy of [undefined, 'quorum nobody-known\n'])
    expect(look(BEGAN, { log: { policy } })).toMatchObject({ policy: null, other: null })
  house.policy = first
  expect(look(BEGAN)).toMatchObject({ policy: first, other: null })
})

it('names the witnesses of a policy by their keys', () => {
  expect(witnessNames(policyWith(WITNESS))).toEqual([WITNESS.name])
  expect(witnessNames(null)).toEqual([])
})
