import type { failureReasons } from '@rueda/rules/deposits/deposit.ts'
import { z } from 'zod'
import { deposit } from '../deposits.ts'
import { flag, identifier, timestamp } from '../fields.ts'
import { staffEndpoint, why } from './endpoint.ts'
import { posting } from './evidence.ts'

/** Bank lines that rules leave to a person. Staff say whether a line is its customer's; how much it is, the bank says. */
const claimed = ['object.not_found', 'staff.role_missing', 'case.not_claimed', 'case.closed'] as const

export const rejectReasons = ['BAD_PROOF', 'RETURNED'] as const satisfies readonly (typeof failureReasons)[number][]

export const deposits = {
  open: staffEndpoint({
    method: 'GET',
    path: '/deposits/case',
    power: 'deposits.open',
    summary: 'A deposit for whoever has claimed its case: what was announced, the bank’s own line, and the proof',
    input: z.object({ id: identifier }),
    data: z.object({
      accountId: z.string(),
      /** As the customer's papers have it; null while nobody has checked them. */
      holder: z.string().nullable(),
      deposit,
      line: z.object({ reference: z.string(), amount: z.string(), currency: z.string(), timestamp }),
      proofLink: z.string().nullable(),
      /** The same picture, or one very much like it, was handed in for something else. */
      proofSeenBefore: flag,
      /** Postings that crediting the line will make; empty while the market has no price for it. */
      postings: z.array(posting),
    }),
    refusals: claimed,
  }),
  decide: staffEndpoint({
    method: 'POST',
    path: '/deposits/decide',
    power: 'deposits.decide',
    summary:
      'Credit the line as it was matched, send it back with the reason that the customer reads, or end the case of one that was taken back and was no longer there',
    input: z.object({
      ...why,
      id: identifier,
      decision: z.enum(['credit', 'reject', 'settle']),
      depositReason: z.enum(rejectReasons).optional(),
    }),
    data: deposit,
    refusals: [...claimed, 'deposit.already_decided'],
  }),
} as const
