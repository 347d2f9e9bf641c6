import { kycReasons } from '@rueda/rules/kyc/identity.ts'
import { checkNames, findings } from '@rueda/rules/kyc/review.ts'
import { z } from 'zod'
import { identifier, text, timestamp } from '../fields.ts'
import { staffEndpoint, why } from './endpoint.ts'

const picture = z.object({ width: z.number().int(), height: z.number().int(), contrast: z.number().int() }).nullable()

/** Inputs of the rules, besides what was typed and the pictures themselves. */
const inputs = z.object({
  today: z.string(),
  zone: z.enum(['TD1', 'TD2', 'TD3']).nullable(),
  front: picture,
  back: picture,
  /** In how many of 256 bits the nearest picture of anybody else differs; null where nobody has one. */
  nearestElsewhere: z.number().int().nullable(),
  isUsedElsewhere: z.boolean(),
  sanctions: z.enum(['clear', 'listed']).nullable(),
  face: z.enum(['same', 'other']).nullable(),
})

/** A look at somebody's papers: when, by whom, and what each check found. */
const look = z.object({
  decidedBy: z.string(),
  ruleVersion: z.string(),
  outcome: z.enum(['pass', 'fail', 'uncertain']),
  reason: z.enum(kycReasons).nullable(),
  findings: z.partialRecord(z.enum(checkNames), z.enum(findings)),
  /** Null for looks from before they were kept. */
  inputs: inputs.nullable(),
  timestamp,
})

const openedCase = z
  .object({
    accountId: z.string(),
    type: z.enum(['idcard', 'passport']),
    countryCode: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    number: z.string(),
    birthDate: z.string().nullable(),
    gender: z.enum(['M', 'F', 'X']).nullable(),
    mrz: z.string().nullable(),
    /** Open for a minute; every opening is written down where the customer reads it. */
    pictures: z.array(z.object({ side: z.enum(['front', 'back', 'hold']), link: z.string() })),
    linksEndTimestamp: timestamp,
    submitTimestamp: timestamp,
    attempt: z.number().int(),
    looks: z.array(look),
    /** Outcomes of the customer's cases before this one. */
    earlier: z.array(z.object({ submitTimestamp: timestamp, status: z.string(), reason: z.enum(kycReasons).nullable() })),
  })
  .meta({ id: 'OpenedIdentityCase' })

const MAX_NUMBER = 18
const claimed = ['object.not_found', 'staff.role_missing', 'case.not_claimed', 'case.closed'] as const

/** Identity cases that the rules left to a person. The same rules stand beside the decision and cannot be overruled. */
export const kyc = {
  open: staffEndpoint({
    method: 'GET',
    path: '/kyc/case',
    power: 'kyc.open',
    summary: 'What somebody handed in, for whoever has claimed the case; the customer sees that it was opened',
    input: z.object({ id: identifier }),
    data: openedCase,
    refusals: claimed,
  }),
  decide: staffEndpoint({
    method: 'POST',
    path: '/kyc/decide',
    power: 'kyc.decide',
    summary: 'Approve the claimed case, or refuse it with the reason that the customer reads; a picture to be taken again is IMAGE_QUALITY',
    input: z.object({ ...why, id: identifier, decision: z.enum(['approve', 'refuse']), kycReason: z.enum(kycReasons).optional() }),
    data: z.object({ kycStatus: z.enum(['passed', 'failed']) }),
    refusals: [...claimed, 'kyc.rules_object'],
  }),
  reopen: staffEndpoint({
    method: 'POST',
    path: '/kyc/reopen',
    power: 'kyc.reopen',
    summary: 'Have an identity that passed looked at again; no money leaves until then',
    input: z.object({ ...why, accountId: text(MAX_NUMBER) }),
    data: z.object({ kycStatus: z.literal('pending') }),
    refusals: ['object.not_found'],
  }),
} as const
