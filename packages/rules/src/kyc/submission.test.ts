import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../time.ts'
import type { KycStatus } from './identity.ts'
import { type Submission, checkSubmission } from './submission.ts'

const now = Date.UTC(2026, 10, 18, 19)
const today = '2026-11-18'
const ana: Submission = {
  type: 'idcard',
  countryCode: 'AR',
  firstName: 'Ana María',
  lastName: 'Núñez-O’Neill',
  number: '30.123.456',
  birthDate: '1990-05-17',
  gender: 'F',
  mrz: null,
}
const circumstances = { status: 'none' as KycStatus, today, now, retriedAt: [], isUsedElsewhere: false }
const told = (changed: Partial<Submission>, more: Partial<Parameters<typeof checkSubmission>[1]> = {}) => {
  const checked = checkSubmission({ ...ana, ...changed }, { ...circumstances, ...more })
  return checked.ok ? 'taken' : [checked.refusal, checked.facts['field'] ?? null]
}

const CURRENT = 'P<ARGNUNEZ<ONEILL<<ANA<MARIA<<<<<<<<<<<<<<<<AAA1234565ARG9005178F3004157<<<<<<<<<<<<<<02'

const ENDS_TODAY = 'P<ARGNUNEZ<ONEILL<<ANA<MARIA<<<<<<<<<<<<<<<<AAA1234565ARG9005178F2611181<<<<<<<<<<<<<<06'

describe('papers are taken', () => {
  it('by an account that has none, with the number as it is compared', () => {
    expect(checkSubmission(ana, circumstances)).toMatchObject({ ok: true, value: { number: '30123456', zone: null } })
  })
  it('with a passport whose zone agrees with itself', () => {
    expect(told({ type: 'passport', number: 'AAA123456', mrz: CURRENT })).toBe('taken')
  })
})

describe('by the state of the account', () => {
  it.each([
    ['none', 'taken'],
    ['failed', 'taken'],
    ['pending', ['kyc.pending', null]],
    ['passed', ['kyc.passed', null]],
  ] as const)('%s: %j', (status, answer) => expect(told({}, { status })).toEqual(answer))

  const days = (...ago: number[]) => ago.map((each) => now - each * DAY_MS)
  it.each([
    [days(1, 2, 3, 4), 'taken'],
    [days(1, 2, 3, 4, 29), ['kyc.too_often', null]],
    [days(1, 2, 3, 4, 30), 'taken'],
    [days(1, 2, 3, 4, 5, 6), ['kyc.too_often', null]],
  ])('retries %j: %j', (retriedAt, answer) => expect(told({}, { status: 'failed', retriedAt })).toEqual(answer))

  it('after five retries it is said when there is another', () => {
    const checked = checkSubmission(ana, { ...circumstances, status: 'failed', retriedAt: days(1, 2, 3, 4, 29) })
    expect(checked).toMatchObject({ facts: { num: 5, retryAfterMs: DAY_MS } })
  })
})

describe('nothing changes when they could not be right', () => {
  it.each<[Partial<Submission>, string, string]>([
    [{ number: '123' }, 'document.invalid', 'idNumber'],
    [{ number: '20-12345678-5' }, 'document.invalid', 'idNumber'],
    [{ type: 'passport', number: 'AAA123456', mrz: 'P<ARG' }, 'document.invalid', 'mrz'],
    [{ type: 'passport', number: 'AAA123456', mrz: CURRENT.replace('AAA123456', 'AAA123457') }, 'document.invalid', 'mrz'],
    [{ mrz: `${'P<UTOERIKSSON<<ANNA<MARIA'.padEnd(44, '<')}L898902C36UTO7408122F1204159ZE184226B<<<<<10` }, 'document.expired', 'mrz'],
    [{ type: 'passport', number: 'AAA123456', mrz: ENDS_TODAY }, 'document.expired', 'mrz'],
    [{ birthDate: '2008-11-19' }, 'person.under_age', 'birthDate'],
    [{ birthDate: '2027-01-01' }, 'parameter.invalid', 'birthDate'],
    [{ firstName: '12345' }, 'parameter.invalid', 'firstName'],
    [{ lastName: '<script>' }, 'parameter.invalid', 'lastName'],
  ])('%j: %s', (changed, refusal, field) => expect(told(changed)).toEqual([refusal, field]))

  it('a paper that identifies somebody else', () => {
    expect(told({}, { isUsedElsewhere: true })).toEqual(['document.used', 'idNumber'])
  })

  it('what is wrong with the number comes before whose it is', () => {
    expect(told({ number: '1' }, { isUsedElsewhere: true })).toEqual(['document.invalid', 'idNumber'])
  })
})
