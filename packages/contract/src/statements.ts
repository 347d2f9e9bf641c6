import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { venueLabel } from './envelope.ts'
import { decimal, flag, month, timestamp } from './fields.ts'
import { cashFlow } from './wallets.ts'

/** Monthly statements, from the ledger alone: what there was, what came and went, what it cost, what was corrected. */
const balances = z.object({ walletType: z.string(), currency: z.string(), opening: decimal, closing: decimal })
const fee = z.object({ kind: z.string(), currency: z.string(), amount: decimal })

export const statementFormats = ['pdf', 'csv', 'json'] as const

export const statement = z
  .object({
    month,
    userNo: z.string(),
    fromTimestamp: timestamp,
    /** The first moment that is no longer part of it. */
    toTimestamp: timestamp,
    /** 0 while the month goes on. */
    final: flag,
    simulated: flag,
    venue: venueLabel,
    /** Opening and in less out are closing, to the last digit. */
    wallets: z.array(balances.extend({ in: decimal, out: decimal })),
    movements: z.array(cashFlow),
    /** Bookings made before and taken back; part of the sums above. */
    corrections: z.array(cashFlow),
    fees: z.array(fee),
  })
  .meta({ id: 'Statement' })
export type Statement = z.output<typeof statement>

export const statements = {
  months: endpoint({
    method: 'GET',
    path: '/statement/months',
    access: 'user',
    summary: 'Every month of the account with its balances, and the fees of each year',
    input: z.object({}),
    data: z.object({
      months: z.array(z.object({ month, final: flag, wallets: z.array(balances) })),
      years: z.array(z.object({ year: z.string(), fees: z.array(fee) })),
    }),
  }),
  one: endpoint({
    method: 'POST',
    path: '/statement/month',
    access: 'user',
    summary: 'The statement of a month',
    input: z.object({ month }),
    data: statement,
    refusals: ['object.not_found', 'statement.too_long'],
  }),
  download: endpoint({
    method: 'POST',
    path: '/statement/download',
    access: 'user',
    summary: 'The statement of a month as a file: PDF, CSV or JSON, in the reader’s language',
    input: z.object({ month, format: z.enum(statementFormats) }),
    data: z.object({ fileName: z.string(), mediaType: z.string(), /** Base 64. */ content: z.string() }),
    refusals: ['object.not_found', 'statement.too_long', 'maintenance'],
  }),
} as const
