import { kycReasons } from '@rueda/rules/kyc/identity.ts'
import { z } from 'zod'
import { kycStatuses } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { date, flag, text, timestamp } from './fields.ts'
import { fileUrl } from './files.ts'

const MAX_NAME = 50
const MAX_NUMBER = 30
/** The zone of a card has three lines of thirty. */
const MAX_ZONE = 90
const COUNTRY = /^[A-Z]{2}$/u

const papers = z.object({
  type: z.enum(['idcard', 'passport']),
  countryCode: z.string().regex(COUNTRY),
  firstName: text(MAX_NAME),
  lastName: text(MAX_NAME),
  idNumber: text(MAX_NUMBER).optional(),
  /** Older clients' name for the number of a passport. */
  passportNumber: text(MAX_NUMBER).optional(),
  birthDate: date.optional(),
  gender: z.enum(['M', 'F', 'X']).optional(),
  frontImg: fileUrl,
  backImg: fileUrl.optional(),
  holdImg: fileUrl.optional(),
  mrz: text(MAX_ZONE).optional(),
})

const identity = z
  .object({
    kycStatus: z.literal(kycStatuses),
    kycReason: z.enum(kycReasons).nullable(),
    /** The newest case: what was handed in, masked. */
    papers: z
      .object({
        type: z.enum(['idcard', 'passport']),
        countryCode: z.string(),
        name: z.string(),
        number: z.string(),
        submitTimestamp: timestamp,
        /** 1: a person looks at it, within a day. */
        withPerson: flag,
        decideTimestamp: timestamp.nullable(),
      })
      .nullable(),
    /** Attempts left in these thirty days after a failure. */
    retriesLeft: z.number().int(),
    /** The most minutes the automatic review takes. */
    expectedMinutes: z.number().int(),
  })
  .meta({ id: 'Identity' })
export type Identity = z.output<typeof identity>

/** Showing who one is (`docs/rules/kyc.md` A.1.8, E.12, J.1). */
export const kyc = {
  submit: endpoint({
    method: 'POST',
    path: '/updateReal',
    access: 'user',
    idempotent: true,
    summary: 'Hand in the papers that say who you are; they are reviewed by themselves within minutes',
    input: papers,
    data: z.object({ kycStatus: z.literal(1), expectedMinutes: z.number().int() }),
    refusals: [
      'kyc.pending',
      'kyc.passed',
      'kyc.too_often',
      'document.invalid',
      'document.expired',
      'document.used',
      'person.under_age',
      'account.frozen',
    ],
  }),
  status: endpoint({
    method: 'GET',
    path: '/user/identity',
    access: 'user',
    summary: 'How far the check of your identity is',
    input: z.object({}),
    data: identity,
  }),
} as const
