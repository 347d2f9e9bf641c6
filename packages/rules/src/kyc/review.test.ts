import { describe, expect, it } from 'vitest'
import type { KycReason } from './identity.ts'
import { readMrz } from './mrz.ts'
import { type Evidence, type PictureFacts, reviewIdentity } from './review.ts'

const today = '2026-11-18'
const MRZ = 'P<ARGNUNEZ<<ANA<MARIA<<<<<<<<<<<<<<<<<<<<<<<AAA1234565ARG9005178F3004157<<<<<<<<<<<<<<02'
const zone = readMrz(MRZ, today)
const front: PictureFacts = { width: 1_200, height: 800, contrast: 50, print: '01'.repeat(128) }
const back: PictureFacts = { ...front, print: '0011'.repeat(64) }
const person = { countryCode: 'AR', firstName: 'Ana María', lastName: 'Núñez', birthDate: '1990-05-17', gender: 'F' as const }
const rest = { nearestElsewhere: null, isUsedElsewhere: false, sanctions: null, face: null, today }
const passport: Evidence = { ...rest, submission: { ...person, type: 'passport', number: 'AAA123456', mrz: MRZ, zone }, front, back: null }
const card: Evidence = { ...rest, submission: { ...person, type: 'idcard', number: '30123456', mrz: null, zone: null }, front, back }

const saying = (evidence: Evidence, changed: Partial<Evidence['submission']>): Evidence => ({
  ...evidence,
  submission: { ...evidence.submission, ...changed },
})
const zoneSaying = (changed: Partial<NonNullable<typeof zone>>): Evidence =>
  saying(passport, { zone: zone === null ? null : { ...zone, ...changed } })

/** A card with its zone, which has the bare DNI. */
const cardSaying = (changed: Partial<Evidence['submission']>): Evidence =>
  saying(card, { zone: zone === null ? null : { ...zone, format: 'TD1', number: '30123456' }, ...changed })

describe('passes', () => {
  it('a passport whose zone, numbers and pictures agree; what the house has no adapter for is written down as skipped', () => {
    expect(reviewIdentity(passport)).toEqual({
      outcome: 'pass',
      reason: null,
      findings: {
        number: 'pass',
        age: 'pass',
        expiry: 'pass',
        pictures: 'pass',
        zone: 'pass',
        zoneName: 'pass',
        name: 'pass',
        document: 'pass',
        copy: 'pass',
        sanctions: 'skipped',
        face: 'skipped',
      },
    })
  })
  it.each<[string, Evidence]>([
    ['a card with both sides', card],
    ['a card whose holder writes the CUIL where its zone has the DNI', cardSaying({ number: '20-30123456-3' })],
    ['a passport without a gender typed', saying(passport, { gender: null })],
    ['a name with its parts in another order and without accents', saying(passport, { firstName: 'maria ana', lastName: 'NUNEZ' })],
    ['pictures much unlike anybody else’s', { ...passport, nearestElsewhere: 13 }],
    ['an adapter that has nothing against it', { ...passport, sanctions: 'clear', face: 'same' }],
    ['the day before a document ends', zoneSaying({ expiresOn: '2026-11-19' })],
    ['the eighteenth birthday', saying(card, { birthDate: '2008-11-18' })],
    ['a picture of 600 pixels', { ...passport, front: { ...front, width: 600, height: 400 } }],
  ])('%s', (_, evidence) => expect(reviewIdentity(evidence).outcome).toBe('pass'))
})

describe('fails', () => {
  it.each<[string, Evidence, KycReason]>([
    ['a document that has ended', zoneSaying({ expiresOn: '2026-11-17' }), 'EXPIRED'],
    ['a document on the day it ends', zoneSaying({ expiresOn: today }), 'EXPIRED'],
    ['a child', saying(card, { birthDate: '2008-11-19' }), 'UNDERAGE'],
    ['another number than the zone', saying(passport, { number: 'AAA123457' }), 'MRZ_MISMATCH'],
    ['another DNI than the zone of a card', cardSaying({ number: '30123457' }), 'MRZ_MISMATCH'],
    ['another birth date than the zone', saying(passport, { birthDate: '1990-05-18' }), 'MRZ_MISMATCH'],
    ['another gender than the zone', saying(passport, { gender: 'M' }), 'MRZ_MISMATCH'],
    ['the zone of a card on a passport', zoneSaying({ format: 'TD1' }), 'MRZ_MISMATCH'],
    ['another name than the zone', saying(passport, { firstName: 'Ricardo', lastName: 'Darín' }), 'NAME_MISMATCH'],
    ['no picture', { ...passport, front: null }, 'IMAGE_QUALITY'],
    ['a card without its back', { ...card, back: null }, 'IMAGE_QUALITY'],
    ['a picture of 599 pixels', { ...passport, front: { ...front, width: 599, height: 599 } }, 'IMAGE_QUALITY'],
    ['a page of one colour', { ...passport, front: { ...front, contrast: 7 } }, 'IMAGE_QUALITY'],
    ['the front in place of the back', { ...card, back: { ...front, width: 900 } }, 'IMAGE_QUALITY'],
    ['a paper of somebody else', { ...passport, isUsedElsewhere: true }, 'DUPLICATE'],
    ['a picture of somebody else', { ...passport, nearestElsewhere: 3 }, 'DUPLICATE'],
  ])('%s', (_, evidence, reason) => expect(reviewIdentity(evidence)).toMatchObject({ outcome: 'fail', reason }))

  it('what is told is the first thing wrong', () => {
    expect(reviewIdentity({ ...saying(passport, { birthDate: '2015-01-01' }), isUsedElsewhere: true, front: null })).toMatchObject({
      reason: 'UNDERAGE',
    })
  })
})

describe('is left to a person', () => {
  it.each<[string, Evidence]>([
    ['a passport whose zone was not typed', saying(passport, { mrz: null, zone: null })],
    ['a birth date nobody knows', saying(card, { birthDate: null })],
    [
      'a name that is nearly the zone’s',
      saying(zoneSaying({ surnames: 'PEREZ', givenNames: 'IVAN' }), { firstName: 'Juan', lastName: 'Perez' }),
    ],
    ['a long name that the zone cuts off', zoneSaying({ surnames: 'QUITE OTHER', givenNames: 'LETTERS', namesAreCut: true })],
    ['a name that is likely nobody’s', saying(card, { firstName: 'Test' })],
    ['a name of one letter over and over', saying(card, { lastName: 'Xxxx' })],
    ['pictures much like somebody else’s', { ...passport, nearestElsewhere: 4 }],
    ['a name on a list', { ...passport, sanctions: 'listed' }],
    ['a face that is not the one on the paper', { ...passport, face: 'other' }],
  ])('%s', (_, evidence) => expect(reviewIdentity(evidence)).toMatchObject({ outcome: 'uncertain', reason: null }))
})
