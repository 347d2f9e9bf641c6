import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { venueLabel } from './envelope.ts'
import { decimal, flag, identifier, month, timestamp } from './fields.ts'
import { cashFlow } from './wallets.ts'

/** Monthly statements, from the ledger alone: what there was, what came and went, what it cost, what was corrected. */
const balances = z.object({ walletType: z.string(), currency: z.string(), opening: decimal, closing: decimal })
/** Shares, or units of a fund or an agency, which have neither market nor name but their id. */
const holding = z.object({
  kind: z.enum(['shares', 'fund', 'mandate']),
  market: z.string(),
  stockCode: z.string(),
  name: z.string(),
  opening: decimal,
  in: decimal,
  out: decimal,
  closing: decimal,
})
const fee = z.object({ kind: z.string(), currency: z.string(), amount: decimal })

export const statementFormats = ['pdf', 'csv', 'json'] as const
/** What proves a document without this server: its data, the house's signature, and the proof of the head they stand on. */
const PROOF = 'proof'

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
    /** Of each that there was or that moved, in its own units: opening and in less out are closing here too. */
    holdings: z.array(holding),
    movements: z.array(cashFlow),
    /** Bookings made before and taken back; part of the sums above. */
    corrections: z.array(cashFlow),
    fees: z.array(fee),
  })
  .meta({ id: 'Statement' })
export type Statement = z.output<typeof statement>

const charge = z.object({ kind: z.string(), amount: decimal })

/** What was executed of an order on one trade date (`docs/rules/statements.md` P.13). */
export const confirmation = z
  .object({
    orderNo: z.string(),
    tradeDate: z.string(),
    settlementDate: z.string(),
    direction: z.number().int(),
    quantity: decimal,
    average: decimal,
    executions: z.array(
      z.object({ tradeTimestamp: timestamp, price: decimal, quantity: decimal, amount: decimal, sequence: z.number().int() }),
    ),
    amount: decimal,
    charges: z.array(charge),
    /** What a purchase costs or a sale brings, charges included; null on margin, where the amount is only what is traded. */
    total: decimal.nullable(),
    /** Realised by what it sold or closed; null for what it bought or opened. */
    realised: decimal.nullable(),
  })
  .meta({ id: 'Confirmation' })
export type Confirmation = z.output<typeof confirmation>

/** The confirmations of an order, one a trade date, and the head of the account's chain of entries when they were made. */
export const orderConfirmations = z
  .object({
    userNo: z.string(),
    instrument: z.object({ market: z.string(), code: z.string(), name: z.string(), zone: z.string() }),
    currency: z.string(),
    decimals: z.number().int(),
    confirmations: z.array(confirmation),
    head: z.object({ sequence: z.number().int(), hash: z.string() }),
    madeTimestamp: timestamp,
    simulated: flag,
    venue: venueLabel,
  })
  .meta({ id: 'OrderConfirmations' })
export type OrderConfirmations = z.output<typeof orderConfirmations>

export const confirmationFormats = ['pdf', 'json', PROOF] as const

const file = z.object({ fileName: z.string(), mediaType: z.string(), /** Base 64. */ content: z.string() })

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
    refusals: ['archive.away'],
  }),
  one: endpoint({
    method: 'POST',
    path: '/statement/month',
    access: 'user',
    summary: 'The statement of a month',
    input: z.object({ month }),
    data: statement,
    refusals: ['object.not_found', 'statement.too_long', 'archive.away'],
  }),
  download: endpoint({
    method: 'POST',
    path: '/statement/download',
    access: 'user',
    summary: 'The statement of a month as a file: PDF, CSV or JSON, in the reader’s language, or what proves it',
    input: z.object({ month, format: z.enum([...statementFormats, PROOF]) }),
    data: file,
    refusals: ['object.not_found', 'statement.too_long', 'maintenance', 'archive.away'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/order/confirmation',
    access: 'user',
    summary: 'What was executed of an order as a file, a page for each trade date: PDF in the reader’s language, JSON, or what proves it',
    input: z.object({ orderId: identifier, format: z.enum(confirmationFormats) }),
    data: file,
    refusals: ['object.not_found', 'statement.too_long', 'maintenance', 'archive.away'],
  }),
} as const
