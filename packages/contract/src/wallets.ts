import type { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import { z } from 'zod'
import { walletFigures } from '@rueda/rules/wallets/derive-wallet.ts'
import { derivation } from './derivation.ts'
import { endpoint } from './endpoint.ts'
import { pageFields, pageInput, pageOf } from './envelope.ts'
import { dateRange, decimal, month, text, timestamp, walletType } from './fields.ts'

/** The currencies that have a wallet. */
export const displayCurrencies = [
  'USD',
  'ARS',
  'TWD',
] as const satisfies readonly (typeof walletCurrencies)[keyof typeof walletCurrencies][]

/** Wallets: what is there, what is in use, what can be used (`docs/rules/wallets.md` 0.7, A.7). */
export const wallet = z
  .object({
    walletType,
    currency: z.string(),
    symbol: z.string(),
    balance: decimal,
    usedBalance: decimal,
    available: decimal,
    unsettled: decimal,
    withdrawable: decimal,
    /** Value in USD; null where no rate is known. */
    valueUsd: decimal.nullable(),
  })
  .meta({ id: 'Wallet' })
export type Wallet = z.output<typeof wallet>

/** Withdrawals that have been asked for and not paid yet: money that is still the customer's, on hold. */
const openWithdrawalStates = ['pending', 'sending'] as const
const openWithdrawals = z.object({ state: z.enum(openWithdrawalStates), amount: decimal })
export type OpenWithdrawal = z.output<typeof openWithdrawals>

export const cashFlow = z
  .object({
    id: z.string(),
    walletType: z.string(),
    bizType: z.string(),
    bizNo: z.string(),
    amount: decimal,
    balanceAfter: decimal,
    currency: z.string(),
    remark: z.string(),
    createTimeTimestamp: timestamp,
    /** The order whose execution moved it; null for everything else. */
    orderId: z.string().nullable(),
    /** Shares that came with it, or went, which are below zero; null where it moved money alone. */
    quantity: decimal.nullable(),
  })
  .meta({ id: 'CashFlow' })
export type CashFlow = z.output<typeof cashFlow>

/** Home's figures that can be explained. */
export const overviewFigures = ['total', 'today', 'timeWeighted', 'moneyWeighted'] as const

export const wallets = {
  all: endpoint({
    method: 'POST',
    path: '/userCenter/getWalletBalance',
    access: 'user',
    summary: 'All wallets',
    input: z.object({}),
    data: z.object({
      totalAssets: decimal,
      totalAvailable: decimal,
      ratesTimestamp: timestamp.nullable(),
      wallets: z.array(wallet),
      /** In the currency of its wallet; a part of what is in use there. */
      openWithdrawals: z.array(openWithdrawals.extend({ walletType })),
    }),
  }),
  one: endpoint({
    method: 'POST',
    path: '/wallet/getWalletBalance',
    access: 'user',
    summary: 'One wallet',
    input: z.object({ walletType }),
    data: wallet,
    refusals: ['wallet.unknown'],
  }),
  overview: endpoint({
    method: 'POST',
    path: '/userCenter/getFundingOverview',
    access: 'user',
    summary: 'Total assets, today, and the last thirty days',
    input: z.object({ displayCurrency: z.enum(displayCurrencies).default('USD') }),
    data: z.object({
      thisDate: z.string(),
      todayProfit: decimal,
      todayProfitRatio: decimal,
      totalAssets: decimal,
      /** The part of the total that is on its way out, until it is paid or back. */
      openWithdrawals: z.array(openWithdrawals),
      cash: decimal,
      /** What each wallet adds to the total; together with `positionsValue` they are the total. */
      cashByWallet: z.array(z.object({ walletType, value: decimal })),
      positionsValue: decimal,
      /** Shares in dollars and the price they are counted at; none where another currency is shown. */
      held: z.array(z.object({ code: z.string(), quantity: decimal, price: decimal, atTimestamp: timestamp })),
      frozen: decimal,
      liabilities: decimal,
      fundsValue: decimal,
      followValue: decimal,
      curve: z.array(z.object({ date: z.string(), value: decimal })),
      /** Over the days of the curve, in percent points; null where nothing was invested. */
      returns: z.object({ timeWeighted: decimal.nullable(), moneyWeighted: decimal.nullable() }),
      currency: z.enum(displayCurrencies),
    }),
    refusals: ['quote.stale'],
  }),
  explainOverview: endpoint({
    method: 'POST',
    path: '/userCenter/explainFunding',
    access: 'user',
    summary: 'How a figure of the overview came about, in dollars',
    input: z.object({ figure: z.enum(overviewFigures) }),
    data: derivation,
    refusals: ['object.not_found', 'quote.stale'],
  }),
  explain: endpoint({
    method: 'POST',
    path: '/wallet/explain',
    access: 'user',
    summary: 'How a figure of a wallet came about',
    input: z.object({ walletType, figure: z.enum(walletFigures) }),
    data: derivation,
    refusals: ['wallet.unknown'],
  }),
  bill: endpoint({
    method: 'POST',
    path: '/wallet/getWalletBill',
    access: 'user',
    summary: 'Movements of money with their sums',
    input: z.object({
      ...pageInput,
      walletType: walletType.optional(),
      type: z.enum(['in', 'out']).optional(),
      month: month.optional(),
    }),
    data: z.object({ list: z.array(cashFlow), ...pageFields, sumIn: decimal, sumOut: decimal }),
    refusals: ['wallet.unknown', 'archive.away'],
  }),
  cashFlows: endpoint({
    method: 'POST',
    path: '/position/water/pageList',
    access: 'user',
    summary: 'Every movement of money, from the ledger',
    input: z.object({ ...pageInput, walletType: text(16).optional(), bizType: text(16).optional(), ...dateRange }),
    data: pageOf(cashFlow),
    refusals: ['archive.away'],
  }),
} as const
