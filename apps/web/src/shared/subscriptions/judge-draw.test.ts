import type { IpoFairness } from '@rueda/contract/subscriptions.ts'
import { drawShares } from '@rueda/rules/subscriptions/draw.ts'
import { describe, expect, it } from 'vitest'
import { judgeDraw } from './judge-draw.ts'

const ID = '01a2b3c4-0000-7000-8000-000000000001'
const BEACON = 'https://beacon.example'

/** A draw as it is published, with every part of it fitting the others. */
function published(entropy: string, beaconUrl: string | null): IpoFairness {
  const list = [
    { number: 'A001', lots: 3 },
    { number: 'A002', lots: 1 },
    { number: 'A003', lots: 5 },
  ]
  const S = '11'.repeat(32)
  const draw = drawShares({ applications: list, quota: 4, secret: S, entropy })
  return {
    ...{
      id: ID,
      name: 'Example',
      stockCode: 'EX',
      status: 3,
      commitTimestamp: 0,
      purchaseEndDate: 1,
      drawDate: 2,
      quota: 4,
      lotSize: '100',
    },
    ...{ list, listHash: draw.listHash, commitHash: draw.commitment, S, E: entropy, seed: draw.seed, verifyCode: '' },
    ...{ entropySource: beaconUrl === null ? 'offering' : 'beacon', beaconUrl, beaconRound: beaconUrl === null ? null : 7 },
    keys: draw.results.map(({ number, key, rank }) => ({ number, key, rank })),
    allotments: draw.results.map(({ number, allotted }) => ({ number, lots: allotted })),
  }
}

describe('the draw again in the reader’s browser', () => {
  it('is equal where everything follows from what was published', () => {
    expect(judgeDraw(published(ID, null))).toEqual({ commitment: true, list: true, entropy: true, seed: true, result: true, isEqual: true })
    expect(judgeDraw(published('ab'.repeat(32), BEACON))).toMatchObject({ isEqual: true })
  })

  it('is different where the public value is not the offering’s number, whatever else fits', () => {
    expect(judgeDraw(published('chosen after the list', null))).toEqual({
      ...{ commitment: true, list: true, entropy: false, seed: true, result: true, isEqual: false },
    })
  })

  it('is different where an application got something else', () => {
    const proof = published(ID, null)
    const allotments = proof.allotments.map((each) => ({ ...each, lots: each.lots + 1 }))
    expect(judgeDraw({ ...proof, allotments })).toMatchObject({ result: false, isEqual: false })
  })
})
