import { describe, expect, it } from 'vitest'
import { isBound } from './bound-acts.ts'
import { type ReadAgreement, agreementKinds, agreementVersions, checkAccepted, currentVersionOf, dueOf } from './agreement.ts'

const current = (kind: (typeof agreementKinds)[number]): ReadAgreement => ({
  kind,
  version: currentVersionOf(kind),
  language: 'es',
  hash: kind,
})
const check = (read: readonly ReadAgreement[]) => {
  const checked = checkAccepted(read, (kind) => kind)
  return checked.ok ? 'accepted' : checked.refusal
}

describe('what is agreed to', () => {
  it('has versions that count up, each from a date', () => {
    for (const kind of agreementKinds) {
      const versions = agreementVersions[kind]
      expect(versions.map(({ version }) => version)).toEqual(versions.map((_, at) => at + 1))
      expect(versions.map(({ since }) => since).toSorted()).toEqual(versions.map(({ since }) => since))
    }
  })

  it('is due until the newest version is accepted', () => {
    expect(dueOf([])).toEqual([...agreementKinds])
    expect(dueOf([{ kind: 'terms', version: currentVersionOf('terms') }])).toEqual(['privacy', 'risk'])
    expect(dueOf([{ kind: 'terms', version: currentVersionOf('terms') - 1 }])).toContain('terms')
    expect(dueOf(agreementKinds.map(current))).toEqual([])
  })

  it('is accepted as the newest version and as the very text that was read', () => {
    expect(check(agreementKinds.map(current))).toBe('accepted')
    expect(check([{ ...current('terms'), version: 0 }])).toBe('agreement.outdated')
    expect(check([{ ...current('terms'), hash: 'other' }])).toBe('agreement.outdated')
  })
})

describe('the terms in force', () => {
  it('are asked for before a position is opened or a product is taken', () => {
    const taking = ['buyShares', 'openOnMargin', 'buyBlock', 'subscribeToFund', 'applyForNewShares', 'applyForPlacing'] as const
    const beginning = ['beginPlan', 'resumePlan', 'rentRobot', 'resumeRobot', 'followAgency', 'renewMandate', 'applyForLoan'] as const
    expect([...taking, ...beginning, 'addToProduct' as const].filter((act) => !isBound(act))).toEqual([])
  })

  it('hold nobody in what they have', () => {
    const leaving = ['sellShares', 'closeOnMargin', 'sellBlock', 'redeemFund', 'pauseOrEndPlan', 'letMandateEnd', 'addMargin'] as const
    expect(leaving.filter(isBound)).toEqual([])
  })
})
