import { describe, expect, it } from 'vitest'
import { next } from '../machine.ts'
import { DAY_MS } from '../time.ts'
import { APPLY_AGAIN_AFTER_MS, type PermissionStatus, checkApplication, permissionMachine } from './permission.ts'

/** `docs/rules/permissions.md` J.2, every state with every action: anything not listed there is refused. */
const written: Readonly<
  Record<PermissionStatus, Readonly<Record<'apply' | 'pass' | 'fail' | 'lose' | 'revoke', PermissionStatus | null>>>
> = {
  none: { apply: 'review', pass: null, fail: null, lose: null, revoke: null },
  review: { apply: null, pass: 'open', fail: 'rejected', lose: null, revoke: null },
  open: { apply: null, pass: null, fail: null, lose: 'none', revoke: 'rejected' },
  rejected: { apply: 'review', pass: null, fail: null, lose: null, revoke: null },
}

describe.each(Object.entries(written))('a permission that is %s', (status, events) => {
  it.each(Object.entries(events))('on %s becomes %s', (event, to) => {
    expect(next(permissionMachine, status as PermissionStatus, event as 'apply')).toBe(to)
  })
})

const NOW = 100 * DAY_MS
const apply = (status: PermissionStatus, decidedAt: number | null = null) =>
  checkApplication('blockTrade', { permission: { status, decidedAt }, isInstitution: false, now: NOW })

describe('asking', () => {
  it.each(['none', 'review', 'open'] as const)('while it is %s', (status) => {
    expect(apply(status)).toMatchObject(status === 'none' ? { ok: true } : { ok: false, refusal: 'permission.applied' })
  })

  it('again takes seven days after a refusal', () => {
    const until = NOW + 1
    expect(apply('rejected', until - APPLY_AGAIN_AFTER_MS)).toMatchObject({
      refusal: 'permission.applied',
      facts: { untilTimestamp: until },
    })
    expect(apply('rejected', NOW - APPLY_AGAIN_AFTER_MS)).toMatchObject({ ok: true })
  })

  it('to trade is for institutions only', () => {
    const permission = { status: 'none', decidedAt: null } as const
    expect(checkApplication('trading', { permission, isInstitution: false, now: NOW })).toMatchObject({
      refusal: 'permission.not_eligible',
    })
    expect(checkApplication('trading', { permission, isInstitution: true, now: NOW })).toMatchObject({ ok: true })
  })
})
