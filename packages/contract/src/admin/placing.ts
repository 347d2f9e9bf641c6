import { z } from 'zod'
import { pageInput, pageOf } from '../envelope.ts'
import { decimal, flag, identifier, ticker, timestamp } from '../fields.ts'
import { approvalRefusals, decided, staffEndpoint, why } from './endpoint.ts'

/** Placings as staff see them: their steps happen by themselves, and nobody can enter a price or a result. */
const placing = z
  .object({
    id: identifier,
    number: z.number().int(),
    name: z.string(),
    stockCode: ticker,
    discountPct: decimal,
    referencePrice: decimal.nullable(),
    price: decimal.nullable(),
    lotSize: decimal.nullable(),
    quota: z.number().int().nullable(),
    status: z.number().int(),
    openTimestamp: timestamp,
    closeTimestamp: timestamp,
    unlockDate: z.string().nullable(),
    listHash: z.string().nullable(),
    /** Dollars, over all customers: asked for, on hold now, captured, and gone back. They balance. */
    requested: decimal,
    held: decimal,
    paid: decimal,
    refunded: decimal,
    balanced: flag,
    applications: z.number().int(),
    allottedLots: z.number().int(),
    withdrawable: flag,
  })
  .meta({ id: 'StaffPlacing' })
export type StaffPlacing = z.output<typeof placing>

export const placings = {
  list: staffEndpoint({
    method: 'GET',
    path: '/placings',
    power: 'placing.see',
    summary: 'Placings, with their windows, terms and sums',
    input: z.object(pageInput),
    data: pageOf(placing),
  }),
  withdraw: staffEndpoint({
    method: 'POST',
    path: '/placings/withdraw',
    power: 'placing.withdraw',
    summary: 'Withdraw a placing before its allotment; everybody has their money back',
    input: z.object({ ...why, id: identifier }),
    data: decided,
    refusals: ['object.not_found', 'subscription.not_cancellable', ...approvalRefusals],
  }),
} as const
