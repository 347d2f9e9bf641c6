import { expect, it } from 'vitest'
import { type Paper, type PaperDraft, emptyDraft, submissionOf, wholePaper } from './draft.ts'

const idcard: Paper = { type: 'idcard', country: 'AR' }
const passport: Paper = { type: 'passport', country: 'AR' }
const today = () => '2026-11-18'
const draft = { firstName: ' Ana ', lastName: 'Núñez', number: '30.123.456', birthDate: '1990-05-17', mrz: '' }

const faults = (paper: Paper, differs: Partial<PaperDraft>) =>
  Object.fromEntries(
    (wholePaper(paper, today).safeParse({ ...draft, ...differs }).error?.issues ?? []).map(({ path, message }) => [path[0], message]),
  )

it('everything but the zone is needed', () => {
  expect(faults(idcard, emptyDraft)).toEqual({ firstName: 'missing', lastName: 'missing', number: 'missing', birthDate: 'missing' })
  expect(faults(idcard, { lastName: '  ' })).toEqual({ lastName: 'missing' })
  expect(faults(idcard, {})).toEqual({})
})

const ENDS_TODAY = 'P<ARGNUNEZ<ONEILL<<ANA<MARIA<<<<<<<<<<<<<<<<AAA1234565ARG9005178F2611181<<<<<<<<<<<<<<06'

it.each<[string, Paper, Partial<PaperDraft>, object]>([
  ['a name of signs', idcard, { firstName: '?!' }, { firstName: 'other' }],
  ['a number that no card has', idcard, { number: '12' }, { number: 'number' }],
  ['a number before the name is there', idcard, { number: '12', firstName: '' }, { firstName: 'missing' }],
  ['a child', idcard, { birthDate: '2020-01-01' }, { birthDate: 'age' }],
  ['somebody not born yet', idcard, { birthDate: '2027-01-01' }, { birthDate: 'other' }],
  ['half a zone', passport, { number: 'AAA123456', mrz: 'P<ARG' }, { mrz: 'zone' }],
  ['a passport whose last day it is', passport, { number: 'AAA123456', mrz: ENDS_TODAY }, { mrz: 'expired' }],
])('the rules look at it first: %s', (_, paper, differs, expected) => expect(faults(paper, differs)).toEqual(expected))

it('is read without the spaces around, the zone without its line breaks', () => {
  expect(submissionOf(passport, { ...draft, mrz: 'p<arg\n aaa ' })).toMatchObject({
    firstName: 'Ana',
    countryCode: 'AR',
    mrz: 'P<ARGAAA',
    birthDate: '1990-05-17',
  })
  expect(submissionOf(idcard, { ...draft, birthDate: '' })).toMatchObject({ mrz: null, birthDate: null })
})
