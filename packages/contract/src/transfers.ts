import { z } from 'zod'
import { transferStatuses } from './codes.ts'
import { exchangeOffer } from './bring.ts'
import { endpoint } from './endpoint.ts'
import { pageInput, pageOf } from './envelope.ts'
import { code, decimal, identifier, positiveDecimal, timestamp, walletType } from './fields.ts'

/** Money between a customer's own wallets, into another currency at a rate that is quoted first (`docs/rules/transfers.md` A.7, E.11). */
const AMOUNT_DECIMALS = 2
const amount = positiveDecimal(AMOUNT_DECIMALS)

export const transfer = z
  .object({
    transferId: z.string(),
    transferNo: z.string(),
    fromWalletType: walletType,
    toWalletType: walletType,
    fromCurrency: z.string(),
    toCurrency: z.string(),
    status: z.number().int(),
    fromAmount: decimal,
    toAmount: decimal,
    /** Units of the other currency for one of the dearer; null between wallets of one currency. */
    rate: decimal.nullable(),
    mid: decimal.nullable(),
    /** Distance of the rate from the mid, in percent. */
    spread: decimal,
    /** The cost of the spread, in the currency that arrives. */
    feeAmount: decimal,
    createTimeTimestamp: timestamp,
    /** When the exchange settles, or would have; null between wallets of one currency. */
    settleTimestamp: timestamp.nullable(),
    /** When it was done, cancelled or failed; null while pending. */
    endTimestamp: timestamp.nullable(),
    /** Of one that was cancelled or failed: what went back, and what calling it back has cost. */
    returnAmount: decimal.nullable(),
    returnCost: decimal.nullable(),
    /** At which it was converted back; null where it went back whole. */
    returnRate: decimal.nullable(),
  })
  .meta({ id: 'Transfer' })
export type Transfer = z.output<typeof transfer>

export const exchangeQuote = z
  .object({
    quoteId: z.string(),
    fromCurrency: z.string(),
    toCurrency: z.string(),
    fromAmount: decimal,
    toAmount: decimal,
    /** The pair that `mid` and `rate` are of: one unit of the base in the other currency. */
    baseCurrency: z.string(),
    quoteCurrency: z.string(),
    mid: decimal,
    rate: decimal,
    spreadPct: decimal,
    feeAmount: decimal,
    midTimestamp: timestamp,
    expireTimestamp: timestamp,
    /** The time from its start until a transfer at this quote settles. */
    settleDelayMs: z.number().int(),
    source: z.string(),
  })
  .meta({ id: 'ExchangeQuote' })
export type ExchangeQuote = z.output<typeof exchangeQuote>

/** The result of calling a transfer back at this moment; it is not held. */
export const callBackQuote = z
  .object({
    transferId: z.string(),
    currency: z.string(),
    returnAmount: decimal,
    returnCost: decimal,
    rate: decimal,
    mid: decimal,
    midTimestamp: timestamp,
  })
  .meta({ id: 'CallBackQuote' })
export type CallBackQuote = z.output<typeof callBackQuote>

export const transfers = {
  create: endpoint({
    method: 'POST',
    path: '/wallet/transfer',
    access: 'user',
    idempotent: true,
    summary: 'Move money to another wallet of one’s own',
    input: z.object({ fromWalletType: walletType, toWalletType: walletType, amount, quoteId: identifier.optional() }),
    data: transfer,
    refusals: [
      'account.frozen',
      'wallet.unknown',
      'wallet.same',
      'wallet.insufficient',
      'funds.unsettled',
      'exchange.quote_expired',
      'feature.disabled',
    ],
  }),
  quote: endpoint({
    method: 'POST',
    path: '/wallet/fxQuote',
    access: 'user',
    summary: 'The rate for one transfer into another currency, held for thirty seconds',
    input: z.object({ from: walletType, to: walletType, amount }),
    data: exchangeQuote,
    refusals: [
      'wallet.unknown',
      'wallet.same',
      'amount.out_of_range',
      'market.closed',
      'instrument.halted',
      'quote.stale',
      'adapter.unavailable',
      'feature.disabled',
    ],
  }),
  exchangeOffer: endpoint({
    method: 'POST',
    path: '/wallet/exchangeOffer',
    access: 'user',
    summary: 'Which wallet of another currency could give an amount that a wallet lacks, and at about which rate',
    input: z.object({ walletType, amount }),
    data: z.object({ exchange: exchangeOffer }),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/wallet/cancelTransfer',
    access: 'user',
    idempotent: true,
    summary: 'Call back a transfer that has not settled, converted back at the rate of this moment',
    // The least that the customer saw and agreed to: a lower return is refused.
    input: z.object({ transferId: identifier, leastReturn: positiveDecimal(AMOUNT_DECIMALS).optional() }),
    data: transfer,
    refusals: ['object.not_found', 'transfer.not_cancellable', 'exchange.quote_expired'],
  }),
  cancelQuote: endpoint({
    method: 'POST',
    path: '/wallet/cancelTransferQuote',
    access: 'user',
    summary: 'What calling back a transfer would return at this moment, and cost',
    input: z.object({ transferId: identifier }),
    data: callBackQuote,
    refusals: ['object.not_found', 'transfer.not_cancellable'],
  }),
  list: endpoint({
    method: 'POST',
    path: '/wallet/transferList',
    access: 'user',
    summary: 'The customer’s transfers, newest first',
    input: z.object({ ...pageInput, transferId: identifier.optional(), status: code(transferStatuses).optional() }),
    data: pageOf(transfer),
  }),
} as const
