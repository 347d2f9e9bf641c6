import { permissionReasons, permissionTypes } from '@rueda/rules/permissions/permission.ts'
import { ANSWERS_OF_QUESTION, quizQuestions } from '@rueda/rules/permissions/quiz.ts'
import { z } from 'zod'
import { permissionCodes } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { wholeNumber } from './envelope.ts'
import { decimal, flag, text, timestamp } from './fields.ts'
import { fileUrl } from './files.ts'

/**
 * Permissions of an account beyond what everybody may do: blocks, being an institution, and trading as one
 * (`docs/rules/permissions.md` A.99).
 */
const MAX_NAME = 80
const MAX_NUMBER = 40

const answers = z.object({
  /** Which answer of each question, counted from zero. */
  quiz: z
    .array(wholeNumber(0, ANSWERS_OF_QUESTION - 1))
    .length(quizQuestions.length)
    .optional(),
  institutionName: text(MAX_NAME).optional(),
  registrationNumber: text(MAX_NUMBER).optional(),
  /** A picture of the register's extract, uploaded before. */
  document: fileUrl.optional(),
})

const permission = z
  .object({
    type: z.enum(permissionTypes),
    status: z.literal(permissionCodes),
    /** Why it was refused, lost or taken back. */
    reason: z.enum(permissionReasons).nullable(),
    /** 1: a person looks at it. */
    withPerson: flag,
    applyTimestamp: timestamp.nullable(),
    decideTimestamp: timestamp.nullable(),
    /** From when on it can be asked for again; null where it can be now, or need not be. */
    applyAgainTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'Permission' })
export type Permission = z.output<typeof permission>

export const permissions = {
  apply: endpoint({
    method: 'POST',
    path: '/userCenter/apply/service',
    access: 'identified',
    idempotent: true,
    summary:
      'Ask to trade blocks, to count as an institution, or to trade as one; reviewed by rules within minutes, and by a person where they cannot tell',
    input: z.object({ type: z.enum(permissionTypes), answers: answers.optional() }),
    data: z.object({ status: z.literal(permissionCodes) }),
    refusals: ['permission.applied', 'permission.not_eligible'],
  }),
  mine: endpoint({
    method: 'GET',
    path: '/userCenter/services',
    access: 'user',
    summary: 'How each permission stands, and what of its conditions is met at this moment',
    input: z.object({}),
    data: z.object({
      permissions: z.array(permission),
      /** For blocks, by the ledger and the market's prices of this moment; in dollars. */
      requirements: z.object({
        identified: flag,
        accountDays: z.number().int(),
        accountDaysNeeded: z.number().int(),
        assets: decimal,
        assetsNeeded: decimal,
        institution: flag,
      }),
      /** The most minutes the automatic review takes. */
      expectedMinutes: z.number().int(),
    }),
  }),
} as const
