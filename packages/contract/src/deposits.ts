import { channelIds } from '@rueda/rules/deposits/channel.ts'
import { failureReasons } from '@rueda/rules/deposits/deposit.ts'
import { z } from 'zod'
import { depositStatuses } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { pageInput, pageOf } from './envelope.ts'
import { code, decimal, flag, identifier, positiveDecimal, timestamp, walletType } from './fields.ts'

/** Money that customers bring: over chains to addresses of their own, by bank with their own reference (`docs/rules/deposits.md` A.10). */
const COIN_DECIMALS = 8
const amount = positiveDecimal(COIN_DECIMALS)
const channelId = z.enum(channelIds)
const TX_HASH = /^(0x)?[0-9a-fA-F]{64}$/u

export const depositChannel = z
  .object({
    id: channelId,
    type: z.enum(['crypto', 'fiat']),
    currency: z.string(),
    network: z.string().nullable(),
    channel: z.string(),
    /** The caller's own address; null for a bank. */
    address: z.string().nullable(),
    memo: z.string().nullable(),
    /** The text of a QR code of the address. */
    qrCode: z.string().nullable(),
    /** In `creditCurrency`; what is less is not refunded and waits in the customer's name. */
    minAmount: decimal,
    maxAmount: decimal,
    confirmations: z.number().int(),
    blockSeconds: z.number().int(),
    feeRate: decimal,
    bankInfo: z
      .object({
        bankName: z.string(),
        accountName: z.string(),
        accountNo: z.string(),
        alias: z.string().nullable(),
        reference: z.string(),
        /** Up to so many dollars' worth are matched by rule; null where a person always does it. */
        automaticUpTo: decimal.nullable(),
      })
      .nullable(),
    creditWallet: walletType,
    creditCurrency: z.string(),
    /** The rate at which one unit is credited; null while the market has no price for it. */
    rateToWallet: decimal.nullable(),
    spreadPct: decimal,
    /** The amount that waits over this channel because it was too little, in `currency`. */
    waitingAmount: decimal,
    enabled: flag,
    /** True when payments can be simulated: the chain and the bank are the installation's own. */
    simulated: flag,
  })
  .meta({ id: 'DepositChannel' })
export type DepositChannel = z.output<typeof depositChannel>

export const deposit = z
  .object({
    id: z.string(),
    depositNo: z.string(),
    channelId,
    type: z.enum(['crypto', 'fiat']),
    currency: z.string(),
    network: z.string().nullable(),
    /** The amount that arrived, or that was announced while nothing has. */
    amount: decimal,
    announcedAmount: decimal.nullable(),
    arrivedAmount: decimal.nullable(),
    creditedAmount: decimal.nullable(),
    creditWallet: walletType,
    creditCurrency: z.string(),
    rate: decimal.nullable(),
    status: z.number().int(),
    /** The meaning of the number, and also what waits for more or was taken back after it was credited. */
    state: z.enum(['announced', 'arrived', 'waiting', 'credited', 'reversed', 'failed']),
    reason: z.enum(failureReasons).nullable(),
    /** The amount that was no longer in the wallet when it was taken back. */
    shortfall: decimal,
    confirmations: z.number().int(),
    confirmationsNeeded: z.number().int(),
    proofImg: z.string().nullable(),
    txHash: z.string().nullable(),
    createTimeTimestamp: timestamp,
    arrivedTimestamp: timestamp.nullable(),
    /** When a bank line is matched by rule. */
    reviewTimestamp: timestamp.nullable(),
    examineTimeTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'Deposit' })
export type Deposit = z.output<typeof deposit>

/** An uploaded image, as the upload answered with. */
const FILE_URL = /^\/web\/file\/[0-9a-f-]{36}$/u
const proofImg = z.string().regex(FILE_URL)

export const deposits = {
  channels: endpoint({
    method: 'POST',
    path: '/recharge/currency/selectList',
    access: 'user',
    summary: 'The ways money comes in, with the caller’s own addresses and references',
    input: z.object({ type: z.enum(['crypto', 'fiat']).optional() }),
    data: z.array(depositChannel),
  }),
  create: endpoint({
    method: 'POST',
    path: '/recharge/create',
    access: 'user',
    idempotent: true,
    summary: 'Say what is on its way, with its proof',
    input: z.object({ channelId, amount, proofImg: proofImg.optional(), txHash: z.string().regex(TX_HASH).optional() }),
    data: deposit,
    refusals: [
      'account.frozen',
      'deposit.below_minimum',
      'deposit.above_maximum',
      'deposit.proof_required',
      'deposit.channel_disabled',
      'deposit.too_many',
      'object.not_found',
    ],
  }),
  list: endpoint({
    method: 'POST',
    path: '/recharge/listPage',
    access: 'user',
    summary: 'The caller’s deposits, newest first',
    input: z.object({ ...pageInput, id: identifier.optional(), status: code(depositStatuses).optional() }),
    data: pageOf(deposit),
  }),
  simulate: endpoint({
    method: 'POST',
    path: '/recharge/simulate',
    access: 'user',
    idempotent: true,
    summary: 'Simulated money only: pay to one’s own address or with one’s own reference',
    input: z.object({ channelId, amount }),
    data: deposit,
    refusals: ['feature.disabled', 'deposit.above_maximum', 'deposit.channel_disabled', 'deposit.too_many'],
  }),
  recall: endpoint({
    method: 'POST',
    path: '/recharge/simulateRecall',
    access: 'user',
    idempotent: true,
    summary: 'Simulated money only: let the chain or the bank take back what it brought',
    input: z.object({ id: identifier }),
    data: deposit,
    refusals: ['feature.disabled', 'object.not_found', 'deposit.already_decided'],
  }),
} as const
