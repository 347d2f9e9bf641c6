import { describe, expect, it } from 'vitest'
import { next } from '../machine.ts'
import { type NotOffered, type OfferingAct, type OfferingStatus, offeringMachine, refusalOfOffering } from './offering.ts'

const after = (status: OfferingStatus, act: OfferingAct) => next(offeringMachine, status, act)

describe('an offering', () => {
  it('is paused and offered again as often as it takes, and closed once', () => {
    expect((['pause', 'resume', 'close'] as const).map((act) => after('open', act))).toEqual(['paused', null, 'closed'])
    expect((['pause', 'resume', 'close'] as const).map((act) => after('paused', act))).toEqual([null, 'open', 'closed'])
    expect((['pause', 'resume', 'close'] as const).map((act) => after('closed', act))).toEqual([null, null, null])
  })

  it('refuses a new start with its reason while it is not open', () => {
    const paused: NotOffered = { kind: 'fund', id: 'gold', status: 'paused', cause: 'demand', since: 5 }
    expect(refusalOfOffering(null)).toBeNull()
    expect(refusalOfOffering(paused)).toEqual({
      ok: false,
      refusal: 'offering.paused',
      facts: { kind: 'fund', id: 'gold', cause: 'demand', sinceTimestamp: 5 },
    })
    expect(refusalOfOffering({ ...paused, status: 'closed' })).toMatchObject({ refusal: 'offering.closed' })
  })
})
