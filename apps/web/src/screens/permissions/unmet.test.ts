import { describe, expect, it } from 'vitest'
import type { Held } from './PermissionCard.tsx'
import { isUnmet } from './unmet.ts'

const enough: Held['requirements'] = {
  identified: 1,
  accountDays: 7,
  accountDaysNeeded: 7,
  assets: '25000.00',
  assetsNeeded: '25000.00',
  institution: 0,
}
const held = (changes: Partial<Held['requirements']>): Held => ({
  permissions: [],
  requirements: { ...enough, ...changes },
  expectedMinutes: 5,
})

describe('what is missing for blocks', () => {
  it.each([
    ['nothing', {}, false],
    ['a day', { accountDays: 6 }, true],
    ['a cent', { assets: '24999.99' }, true],
    ['more than that, in debt', { assets: '-30000.00' }, true],
    ['no assets, of an institution', { assets: '0.00', institution: 1 }, false],
  ] as const)('%s', (_, changes, expected) => expect(isUnmet('blockTrade', held(changes))).toBe(expected))

  it('is not asked of the others', () => expect(isUnmet('institution', held({ accountDays: 0, assets: '0.00' }))).toBe(false))
})
