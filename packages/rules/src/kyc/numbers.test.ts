import { describe, expect, it } from 'vitest'
import { type DocumentType, documentIdentity, isDocumentNumber, isOfAge, normalNumber } from './numbers.ts'

/** `docs/rules/kyc.md` E.12. */
const valid: readonly (readonly [DocumentType, string, string])[] = [
  ['idcard', 'AR', '30123456'],
  ['idcard', 'AR', '7654321'],
  ['idcard', 'AR', '20123456786'],
  ['idcard', 'TW', 'A123456789'],
  ['idcard', 'TW', 'F131104093'],
  ['idcard', 'US', '219099999'],
  ['idcard', 'DE', 'L01X00T47'],
  ['idcard', 'ES', '99999999R'],
  ['passport', 'AR', 'AAA123456'],
  ['passport', 'DE', 'C01X00T47'],
  ['passport', 'US', '340007237'],
]
const wrong: readonly (readonly [DocumentType, string, string])[] = [
  ['idcard', 'AR', '123456'],
  ['idcard', 'AR', '123456789'],
  ['idcard', 'AR', '11111111'],
  ['idcard', 'AR', '3012345A'],
  ['idcard', 'AR', '20123456785'],
  ['idcard', 'AR', '21123456786'],
  ['idcard', 'TW', 'A12345678'],
  ['idcard', 'TW', 'A323456789'],
  ['idcard', 'TW', '1123456789'],
  ['idcard', 'US', '000123456'],
  ['idcard', 'US', '666123456'],
  ['idcard', 'US', '900123456'],
  ['idcard', 'US', '123001234'],
  ['idcard', 'US', '123450000'],
  ['idcard', 'FR', 'AB1'],
  ['idcard', 'FR', 'A'.repeat(5)],
  ['idcard', 'FR', '1'.repeat(21)],
  ['idcard', 'FR', '12345ñ'],
  ['passport', 'AR', 'AAA1234567'],
  ['passport', 'AR', 'AAAAAAAAA'],
  ['passport', 'AR', 'AA12'],
]

it.each(valid)('%s %s %s is one', (type, country, number) => expect(isDocumentNumber(type, country, number)).toBe(true))
it.each(wrong)('%s %s %s is none', (type, country, number) => expect(isDocumentNumber(type, country, number)).toBe(false))

/** Every number that differs in one digit from a valid one. */
const oneDigitOff = (number: string): string[] =>
  [...number].flatMap((digit, place) =>
    /\d/u.test(digit)
      ? [...'0123456789'].filter((other) => other !== digit).map((other) => `${number.slice(0, place)}${other}${number.slice(place + 1)}`)
      : [],
  )

describe('one wrong digit is noticed where the country has a check digit', () => {
  it.each(['20123456786', '27123456780', '30500010912'])('CUIT %s', (number) => {
    expect(isDocumentNumber('idcard', 'AR', number)).toBe(true)
    expect(oneDigitOff(number).filter((other) => isDocumentNumber('idcard', 'AR', other))).toEqual([])
  })

  const TAIWAN_WEIGHTS = [0, 8, 7, 6, 5, 4, 3, 2, 1, 1]
  /** Taiwan's weights share factors with ten, so that some differences weigh nothing. */
  const weighsNothing = (one: string, other: string): boolean =>
    TAIWAN_WEIGHTS.reduce((sum, weight, place) => sum + weight * (Number(one[place]) - Number(other[place]) || 0), 0) % 10 === 0

  it.each(['A123456789', 'F131104093', 'Y190290172'])('Taiwan %s', (number) => {
    expect(isDocumentNumber('idcard', 'TW', number)).toBe(true)
    const taken = oneDigitOff(number).filter((other) => isDocumentNumber('idcard', 'TW', other))
    expect(taken.filter((other) => !weighsNothing(number, other))).toEqual([])
    expect(taken.length).toBeLessThan(9)
  })

  // Eight of the 81 have a check digit that fits; one of them has a six where only 1, 2, 8 and 9 stand.
  it('seven of the 81 of A123456789 go unnoticed', () =>
    expect(oneDigitOff('A123456789').filter((other) => isDocumentNumber('idcard', 'TW', other))).toHaveLength(7))
})

it.each([
  ['30.123.456', '30123456'],
  ['20-12345678-6', '20123456786'],
  [' a123456789 ', 'A123456789'],
  ['219-09-9999', '219099999'],
  ['ａ１２３', 'A123'],
])('%j is written %s', (typed, number) => expect(normalNumber(typed)).toBe(number))

it("a DNI and its owner's CUIL are one document", () => {
  expect(documentIdentity('AR', '20123456786')).toBe(documentIdentity('AR', '12345678'))
  expect(documentIdentity('AR', '12345678')).toBe('12345678')
  expect(documentIdentity('UY', '20123456786')).toBe('20123456786')
})

it.each([
  ['2008-11-18', '2026-11-18', true],
  ['2008-11-19', '2026-11-18', false],
  ['2008-12-01', '2026-11-18', false],
  ['1990-01-01', '2026-11-18', true],
  ['2008-02-29', '2026-02-28', false],
  ['2008-02-29', '2026-03-01', true],
  ['1899-02-28', '2026-03-01', true],
])('born on %s and of age on %s: %s', (born, today, isOne) => expect(isOfAge(born, today)).toBe(isOne))
