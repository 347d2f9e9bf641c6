import { expect, it } from 'vitest'
import { inputOf, invitation } from './invitation.ts'

it.each([
  ['', true],
  ['  ', true],
  ['ABCD2345', true],
  [' abcd2345 ', true],
  ['ABCD234', false],
  ['ABCD-345', false],
])('an invite code is eight letters or digits, or nothing: "%s"', (inviteCode, isRight) =>
  expect(invitation.safeParse({ inviteCode, country: '', agrees: true }).success).toBe(isRight),
)

it('nobody registers without accepting the terms', () => {
  expect(invitation.safeParse({ inviteCode: '', country: '', agrees: false }).success).toBe(false)
})

it('only what was filled in is sent', () => {
  expect(inputOf({ inviteCode: ' ', country: '' })).toEqual({})
  expect(inputOf({ inviteCode: 'abcd2345 ', country: 'AR' })).toEqual({ inviteCode: 'ABCD2345', countryCode: 'AR' })
})
