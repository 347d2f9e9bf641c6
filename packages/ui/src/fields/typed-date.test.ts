import { expect, it } from 'vitest'
import { dateTyped, isWhole, shownDate } from './typed-date.ts'

it.each<[string, string, string | null]>([
  ['', '', null],
  ['1', '1', null],
  ['17', '17', null],
  ['17/', '17', null],
  ['170', '17/0', null],
  ['17051990', '17/05/1990', '1990-05-17'],
  ['17/05/1990', '17/05/1990', '1990-05-17'],
  ['1/2/1990', '01/02/1990', '1990-02-01'],
  ['1.2.1990', '01/02/1990', '1990-02-01'],
  ['1990-05-17', '17/05/1990', '1990-05-17'],
  ['29/02/2024', '29/02/2024', '2024-02-29'],
  ['29/02/2023', '29/02/2023', null],
  ['31/04/1990', '31/04/1990', null],
  ['05/17/1990', '05/17/1990', null],
  ['170519901', '17/05/1990', '1990-05-17'],
  ['mayo', '', null],
])('%j stands as %j and is %s', (typed, shown, date) => {
  expect(shownDate(typed)).toBe(shown)
  expect(dateTyped(typed)).toBe(date)
})

it('says when nothing more is to come', () => {
  expect(['17051990', '31/02/1990', '1990-05-17', '17/05/19'].map(isWhole)).toEqual([true, true, true, false])
})
