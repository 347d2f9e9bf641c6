import { describe, expect, it } from 'vitest'
import { checkDigit, readMrz } from './mrz.ts'

/** The samples of ICAO 9303. */
const TD3 = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'].join('')
const TD2 = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'].join('')
const TD1 = ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'].join('')
const TODAY = '2026-11-18'
const ERIKSSON = {
  birthDate: '1974-08-12',
  expiresOn: '2012-04-15',
  sex: 'F',
  issuer: 'UTO',
  surnames: 'ERIKSSON',
  givenNames: 'ANNA MARIA',
  namesAreCut: false,
}

it('reads a passport', () => {
  expect(readMrz(TD3, TODAY)).toEqual({ ...ERIKSSON, format: 'TD3', kind: 'P', number: 'L898902C3' })
})
it('reads a card of two lines', () => {
  expect(readMrz(TD2, TODAY)).toEqual({ ...ERIKSSON, format: 'TD2', kind: 'I', number: 'D23145890' })
})
it('reads a card of three lines', () => {
  expect(readMrz(TD1, TODAY)).toEqual({ ...ERIKSSON, format: 'TD1', kind: 'I', number: 'D23145890' })
})
it('takes it as people type it', () => {
  expect(readMrz(` ${TD3.slice(0, 44).toLowerCase()}\n${TD3.slice(44)} `, TODAY)).toEqual(readMrz(TD3, TODAY))
})

it('the check digits of the sample passport are 6, 2, 9, 1 and 0', () => {
  expect(['L898902C3', '740812', '120415', 'ZE184226B<<<<<', 'L898902C3674081221204159ZE184226B<<<<<1'].map(checkDigit)).toEqual([
    6, 2, 9, 1, 0,
  ])
})

it('reads a number that is too long for its field', () => {
  const number = 'D23145890734'
  const first = `I<UTO${number.slice(0, 9)}<${number.slice(9)}${checkDigit(number)}`.padEnd(30, '<')
  const second = '7408122F1204159UTO<<<<<<<<<<<'
  const composite = checkDigit(`${first.slice(5)}${second.slice(0, 7)}${second.slice(8, 15)}${second.slice(18)}`)
  expect(readMrz(`${first}${second}${composite}ERIKSSON<<ANNA<MARIA<<<<<<<<<<`, TODAY)?.number).toBe(number)
})

it.each([
  ['74', '1974'],
  ['26', '2026'],
  ['27', '1927'],
])('somebody born in %s was born in %s', (year, whole) => {
  const birth = `${year}0101`
  const second = `L898902C36UTO${birth}${checkDigit(birth)}F1204159ZE184226B<<<<<1`
  const composite = checkDigit(`${second.slice(0, 10)}${second.slice(13, 20)}${second.slice(21, 43)}`)
  expect(readMrz(`${TD3.slice(0, 44)}${second}${composite}`, TODAY)?.birthDate).toBe(`${whole}-01-01`)
})

describe('what is no zone', () => {
  it.each([
    ['nothing', ''],
    ['a line of another length', TD3.slice(1)],
    ['a sign that does not belong there', TD3.replace('<', '#')],
    ['a document of another kind', `V${TD3.slice(1)}`],
    ['a day that does not exist', TD3.replace('7408122', `740832${checkDigit('740832')}`)],
    ['a sex nobody knows', TD3.replace('2F1', '2Q1')],
  ])('%s', (_, typed) => expect(readMrz(typed, TODAY)).toBeNull())
})

/** The places that a check digit of each format covers; in a line of names every letter could be. */
const covered: readonly (readonly [string, string, readonly number[]])[] = [
  ['TD3', TD3, range(44, 54).concat(range(57, 64), range(65, 88))],
  ['TD2', TD2, range(36, 46).concat(range(49, 56), range(57, 72))],
  ['TD1', TD1, range(5, 37).concat(range(38, 45), range(48, 60))],
]

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

describe.each(covered)('%s', (_, zone, places) => {
  it('one wrong digit is noticed wherever it stands', () => {
    const unnoticed = places.flatMap((place) => {
      const sign = zone[place] ?? ''
      if (!/\d/u.test(sign)) return []
      return [...'0123456789'].filter((other) => other !== sign).map((other) => `${zone.slice(0, place)}${other}${zone.slice(place + 1)}`)
    })
    expect(unnoticed.length).toBeGreaterThan(150)
    expect(unnoticed.filter((changed) => readMrz(changed, TODAY) !== null)).toEqual([])
  })

  it('two neighbours that changed places are noticed, unless they differ by five', () => {
    const swapped = places.slice(0, -1).flatMap((place) => {
      const [one = '', other = ''] = zone.slice(place, place + 2)
      const differsEnough = /\d\d/u.test(one + other) && one !== other && Math.abs(Number(one) - Number(other)) !== 5
      return differsEnough && places.includes(place + 1) ? [`${zone.slice(0, place)}${other}${one}${zone.slice(place + 2)}`] : []
    })
    expect(swapped.filter((changed) => readMrz(changed, TODAY) !== null)).toEqual([])
  })
})
