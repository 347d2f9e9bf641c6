import { z } from 'zod'
import { pageInput, pageOf } from '../envelope.ts'
import { decimal, flag, identifier, ticker, timestamp } from '../fields.ts'
import { approvalRefusals, decided, staffEndpoint, why } from './endpoint.ts'

/** New shares as staff see them: their steps happen by themselves, and nobody can enter a result. */
const offering = z
  .object({
    id: identifier,
    number: z.number().int(),
    name: z.string(),
    stockCode: ticker,
    price: decimal,
    lotSize: decimal,
    quota: z.number().int(),
    status: z.number().int(),
    openTimestamp: timestamp,
    closeTimestamp: timestamp,
    drawTimestamp: timestamp,
    listDate: z.string(),
    commitHash: z.string(),
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
  .meta({ id: 'StaffIpo' })
export type StaffIpo = z.output<typeof offering>

export const subscriptions = {
  list: staffEndpoint({
    method: 'GET',
    path: '/subscriptions',
    power: 'subscriptions.see',
    summary: 'Offerings of new shares, with their windows, sums and proofs',
    input: z.object(pageInput),
    data: pageOf(offering),
  }),
  withdraw: staffEndpoint({
    method: 'POST',
    path: '/subscriptions/withdraw',
    power: 'subscriptions.withdraw',
    summary: 'Withdraw new shares before they are listed; everybody has their money back',
    input: z.object({ ...why, id: identifier }),
    data: decided,
    refusals: ['object.not_found', 'subscription.not_cancellable', ...approvalRefusals],
  }),
} as const
