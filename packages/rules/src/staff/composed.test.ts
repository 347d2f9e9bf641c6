import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseKinds, casePowers, decidesCases, seesCases } from './cases.ts'
import { areKeptApart, checkComposed, composablePowers, inOrder, nameKey, neededFor, powerChanges } from './composed.ts'
import { type PowerName, isEverybodys, powerNames, powerOf, powersOf, roleFor } from './powers.ts'
import { nonAdminRoles, staffRoles } from './roles.ts'

const composed = (...powers: PowerName[]) => ({ roleId: 'r', name: 'Depósitos', powers })

describe('a composed role', () => {
  it.each([
    ['is a part of a job with what it needs', ['cases.see', 'cases.claim', 'deposits.open', 'deposits.decide'], null],
    ['may look beyond the job', ['cases.see', 'cases.claim', 'kyc.open', 'kyc.decide', 'ledger.see', 'market.see'], null],
    ['changes something of one job alone', ['market.halt', 'banners.raise'], null],
    [
      'does not join the cashier and identity',
      ['cases.see', 'cases.claim', 'deposits.open', 'deposits.decide', 'kyc.open', 'kyc.decide'],
      'role.kept_apart',
    ],
    ['does not join terms and money', ['fees.change', 'ledger.reverse'], 'role.kept_apart'],
    ['does not change the staff', ['staff.invite'], 'role.power_reserved'],
    ['does not compose roles', ['staff.composeRole', 'staff.see'], 'role.power_reserved'],
    ['does not open the emergency account', ['emergency.open'], 'role.power_reserved'],
    ['is not made of what everybody has', ['staff.self'], 'role.power_reserved'],
    ['decides nothing that it cannot look at', ['cases.see', 'cases.claim', 'withdrawals.approve'], 'role.power_needs'],
    ['decides nothing that it cannot claim', ['cases.see', 'withdrawals.open', 'withdrawals.approve'], 'role.power_needs'],
    ['takes no case out of a queue that it does not see', ['cases.claim'], 'role.power_needs'],
    ['has a power', [], 'parameter.invalid'],
    ['has each power once', ['market.see', 'market.see'], 'parameter.invalid'],
  ] as const)('%s', (_, powers, refusal) => {
    expect(checkComposed(powers)?.refusal ?? null).toBe(refusal)
  })

  it('can be all of a role of every house that is not the administrators’', () => {
    for (const role of nonAdminRoles)
      expect(checkComposed(composablePowers.filter((power) => powerOf(power).roles.includes(role))), role).toBeNull()
  })

  it('never has two powers to change something that no role of every house has both of, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...powerNames), { minLength: 1, maxLength: 12 }), (chosen) => {
        const powers = inOrder([...chosen, ...chosen.flatMap(neededFor)])
        if (checkComposed(powers) !== null) return
        const acts = powers.filter((power) => powerOf(power).kind === 'act')
        for (const one of acts)
          for (const other of acts)
            expect(
              staffRoles.some((role) => [one, other].every((power) => powerOf(power).roles.includes(role))),
              `${one} ${other}`,
            ).toBe(true)
        expect(powers.filter((power) => powerOf(power).roles.every((role) => role === 'admin'))).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  it('is kept apart both ways, and looking is apart from nothing', () => {
    for (const one of powerNames)
      for (const other of powerNames) {
        expect(areKeptApart(one, other)).toBe(areKeptApart(other, one))
        if (powerOf(one).kind !== 'act') expect(areKeptApart(one, other)).toBe(false)
      }
  })

  it('gives its powers and everybody’s, and is named as the role they are used in', () => {
    const held = { roles: [], composed: [composed('market.see', 'market.halt')] }
    expect(powersOf(held).filter((power) => !isEverybodys(power))).toEqual(['market.see', 'market.halt'])
    expect(roleFor('market.halt', held)).toBe('Depósitos')
    expect(roleFor('staff.object', held)).toBe('Depósitos')
    expect(roleFor('market.resume', held)).toBeNull()
    expect(roleFor('market.halt', { roles: ['risk'], composed: held.composed })).toBe('risk')
    expect(powersOf({ roles: [], composed: [] })).toEqual([])
  })

  it('says what its holders gain and lose from one version to the next', () => {
    expect(powerChanges(['market.see', 'market.halt'], ['market.see', 'ledger.see'])).toEqual({
      gained: ['ledger.see'],
      lost: ['market.halt'],
    })
    expect(powerChanges([], ['market.see'])).toEqual({ gained: ['market.see'], lost: [] })
  })

  it('has a name that is one, however it is written', () => {
    expect(new Set(['Depósitos', ' depósitos ', 'DEPÓSITOS', 'Depo\u0301sitos'].map(nameKey)).size).toBe(1)
    expect(nameKey('Caja  chica')).toBe(nameKey('caja chica'))
  })
})

describe('the queues', () => {
  it('belong to the role of every house that decides them, and to whoever has one of its powers', () => {
    for (const kind of caseKinds) {
      const deciding = staffRoles.filter((role) => decidesCases(kind, powersOf({ roles: [role], composed: [] })))
      expect(deciding, kind).toEqual(powerOf(casePowers[kind].decide[0]).roles)
      for (const power of casePowers[kind].decide) expect(decidesCases(kind, [power])).toBe(true)
    }
    expect(decidesCases('deposit', ['cases.see', 'cases.claim', 'deposits.open'])).toBe(false)
  })

  it('are all seen by auditors, who decide none', () => {
    const powers = powersOf({ roles: ['auditor'], composed: [] })
    for (const kind of caseKinds) {
      expect(seesCases(kind, powers, ['auditor'])).toBe(true)
      expect(decidesCases(kind, powers)).toBe(false)
    }
  })
})
