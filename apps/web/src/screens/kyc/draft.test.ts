import { expect, it } from 'vitest'
import { emptyDraft, missingFields, submissionOf } from './draft.ts'

const draft = { firstName: ' Ana ', lastName: 'Núñez', number: '30.123.456', birthDate: '1990-05-17', mrz: '' }

it('everything but the zone is needed', () => {
  expect(missingFields(emptyDraft)).toEqual(['firstName', 'lastName', 'number', 'birthDate'])
  expect(missingFields({ ...draft, lastName: '  ' })).toEqual(['lastName'])
  expect(missingFields(draft)).toEqual([])
})

it('is read without the spaces around, the zone without its line breaks', () => {
  expect(submissionOf('passport', 'AR', { ...draft, mrz: 'p<arg\n aaa ' })).toMatchObject({
    firstName: 'Ana',
    mrz: 'P<ARGAAA',
    birthDate: '1990-05-17',
  })
  expect(submissionOf('idcard', 'AR', { ...draft, birthDate: '' })).toMatchObject({ mrz: null, birthDate: null })
})
