import { describe, expect, it } from 'vitest'
import { next } from '../machine.ts'
import { type KycStatus, kycMachine } from './identity.ts'

/** `docs/rules/kyc.md` J.1, every state with every action: anything not listed there is refused. */
const written: Readonly<Record<KycStatus, Readonly<Record<'submit' | 'pass' | 'fail' | 'reopen', KycStatus | null>>>> = {
  none: { submit: 'pending', pass: null, fail: null, reopen: null },
  pending: { submit: null, pass: 'passed', fail: 'failed', reopen: null },
  passed: { submit: null, pass: null, fail: null, reopen: 'pending' },
  failed: { submit: 'pending', pass: null, fail: null, reopen: null },
}

describe.each(Object.entries(written))('an identity that is %s', (status, events) => {
  it.each(Object.entries(events))('on %s becomes %s', (event, to) => {
    expect(next(kycMachine, status as KycStatus, event as 'submit')).toBe(to)
  })
})
