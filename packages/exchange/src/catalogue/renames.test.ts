import { expect, test } from 'vitest'
import { dateOfDays } from '../calendars/civil.ts'
import { argentineCompanies } from './argentine-companies.ts'
import { OPENING_COMPANIES, companies } from './companies.ts'
import { newCompany } from './new-companies.ts'
import { codeChangeOf, codesOfChanges } from './renames.ts'
import { famousTickers } from './words.ts'

const MONTHS_LOOKED_AT = 24
const changing = companies.flatMap((company) => {
  const change = codeChangeOf(company)
  return change === undefined ? [] : [{ company, change }]
})

test('one company a month takes another code, from January 2027 on, and the first three never', () => {
  const months = changing.map(({ change }) => dateOfDays(change.from).slice(0, 7)).toSorted()
  expect(new Set(months).size).toBe(months.length)
  const expected = Array.from(
    { length: MONTHS_LOOKED_AT },
    (_, month) => `${2_027 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`,
  )
  expect(months.slice(0, MONTHS_LOOKED_AT)).toEqual(expected)
  expect(companies.slice(0, OPENING_COMPANIES).map(codeChangeOf)).toEqual([undefined, undefined, undefined])
})

test('the new code is the beginning of the name', () => {
  const avonlea = changing.find(({ company }) => company.instrument.code === 'AVTL')
  expect(avonlea).toMatchObject({ company: { instrument: { name: 'Avonlea Telecom' } }, change: { newCode: 'AVON' } })
  for (const { company, change } of changing) {
    expect(change.newCode).toMatch(/^[A-Z]{4,5}$/)
    expect(change.newCode.slice(0, 2)).toBe(company.instrument.name.slice(0, 2).toUpperCase())
  }
})

test('no code is ever given to two: neither of those listed, nor of those to come, nor in Buenos Aires', () => {
  const coming = Array.from({ length: 100 }, (_, number) => newCompany(number).code)
  const listed = [...companies, ...argentineCompanies.map(({ company }) => company)].map(({ instrument }) => instrument.code)
  const all = [...listed, ...coming, ...codesOfChanges]
  expect(new Set(all).size).toBe(all.length)
  expect(codesOfChanges.filter((code) => famousTickers.has(code))).toEqual([])
})
