import { expect, it } from 'vitest'
import { codeOn, formerCodesOn, writtenCodeOn } from './codes.ts'

const FIRST = 'ARDV'
const changes = [
  { exDate: '2027-03-08', oldCode: 'ARDV', newCode: 'AURO' },
  { exDate: '2027-11-15', oldCode: 'AURO', newCode: 'AURD' },
]

it('a code is shown from the day of its change on', () => {
  expect(codeOn(FIRST, [], '2027-03-08')).toBe('ARDV')
  expect(codeOn(FIRST, changes, '2027-03-07')).toBe('ARDV')
  expect(codeOn(FIRST, changes, '2027-03-08')).toBe('AURO')
  expect(codeOn(FIRST, changes, '2027-11-14')).toBe('AURO')
  expect(codeOn(FIRST, changes, '2027-11-15')).toBe('AURD')
})

it('the code before leads to the instrument for a year, to the day, and an announced one not yet', () => {
  expect(formerCodesOn(FIRST, changes, '2027-03-07')).toEqual([])
  expect(formerCodesOn(FIRST, changes, '2027-03-08')).toEqual(['ARDV'])
  expect(formerCodesOn(FIRST, changes, '2028-03-07')).toEqual(['AURO', 'ARDV'])
  expect(formerCodesOn(FIRST, changes, '2028-03-08')).toEqual(['AURO'])
  expect(formerCodesOn(FIRST, changes, '2028-11-15')).toEqual([])
})

it('a change on the 29th of February lasts until the end of the next February', () => {
  const leap = [{ exDate: '2028-02-29', oldCode: 'ARDV', newCode: 'AURO' }]
  expect(formerCodesOn(FIRST, leap, '2029-02-28')).toEqual(['ARDV'])
  expect(formerCodesOn(FIRST, leap, '2029-03-01')).toEqual([])
})

it('a code that comes back is no former one', () => {
  const back = [changes[0], { exDate: '2027-05-10', oldCode: 'AURO', newCode: 'ARDV' }].filter((each) => each !== undefined)
  expect(formerCodesOn(FIRST, back, '2027-05-10')).toEqual(['AURO'])
})

it('papers show both codes on the day of a change, and each alone on the days around it', () => {
  expect(writtenCodeOn(FIRST, changes, '2027-03-07')).toBe('ARDV')
  expect(writtenCodeOn(FIRST, changes, '2027-03-08')).toBe('AURO (ARDV)')
  expect(writtenCodeOn(FIRST, changes, '2027-03-09')).toBe('AURO')
})
