import { channelIds } from '@rueda/rules/deposits/channel.ts'
import { actReasons } from '@rueda/rules/staff/reasons.ts'
import { limitNames } from '@rueda/rules/terms/limits.ts'
import { railIds } from '@rueda/rules/withdrawals/rails.ts'
import { z } from 'zod'
import { decimal, flag, identifier, positiveDecimal, text, timestamp } from '../fields.ts'
import { approvalRefusals, decided, staffEndpoint, why } from './endpoint.ts'

/** The moment of this answer by the clock that its changes go by, from which a notice counts. */
const nowTimestamp = timestamp

/** Currencies and networks: every way in and out with what it asks for, and the changes of that. */
const railTerms = z
  .object({
    rail: z.enum(railIds),
    walletType: z.string(),
    pays: z.string(),
    sharePercent: decimal,
    least: decimal,
    spreadPercent: decimal.nullable(),
    isOff: flag,
    sinceTimestamp: timestamp.nullable(),
    nowTimestamp,
  })
  .meta({ id: 'RailTerms' })
export type WireRailTerms = z.output<typeof railTerms>

const houseAccount = z.object({ bankName: z.string(), accountName: z.string(), accountNo: z.string(), alias: z.string().nullable() })

const channelTerms = z
  .object({
    channelId: z.enum(channelIds),
    currency: z.string(),
    network: z.string().nullable(),
    creditCurrency: z.string(),
    minimum: decimal,
    largest: decimal,
    spreadPercent: decimal,
    confirmations: z.number().int().nullable(),
    /** Up to so many dollars a bank line is credited by rule; null for a chain. */
    automaticUpTo: decimal.nullable(),
    account: houseAccount.nullable(),
    isOff: flag,
    nowTimestamp,
  })
  .meta({ id: 'ChannelTerms' })
export type WireChannelTerms = z.output<typeof channelTerms>

const moneyLimit = z.object({ limit: z.enum(limitNames), amount: decimal, nowTimestamp }).meta({ id: 'MoneyLimit' })
export type WireLimit = z.output<typeof moneyLimit>

const change = z
  .object({
    id: identifier,
    kind: z.enum(['withdrawalFee', 'depositMinimum', 'houseAccount', 'moneyLimit']),
    subject: z.string(),
    terms: z.record(z.string(), z.string().nullable()),
    effectiveTimestamp: timestamp,
    inForce: flag,
    reason: z.enum(actReasons),
    note: z.string().nullable(),
    askedBy: z.string(),
    by: z.string(),
    timestamp,
  })
  .meta({ id: 'TermsChange' })
export type WireTermsChange = z.output<typeof change>

const PERCENT_DECIMALS = 4
const AMOUNT_DECIMALS = 8
const CENTS = 2
const PERCENT = /^(0|[1-9]\d?)(\.\d{1,4})?$/u
const ACCOUNT_NO = /^[A-Z0-9]{6,34}$/u
const LAST_SIX = /^[A-Z0-9]{6}$/u
const MAX_ALIAS = 20

export const terms = {
  list: staffEndpoint({
    method: 'GET',
    path: '/terms',
    power: 'terms.see',
    summary: 'Currencies and networks: fees, minimums, confirmations and accounts of every way in and out, and their changes',
    input: z.object({}),
    data: z.object({ rails: z.array(railTerms), channels: z.array(channelTerms), limits: z.array(moneyLimit), changes: z.array(change) }),
  }),
  changeFee: staffEndpoint({
    method: 'POST',
    path: '/terms/fee',
    power: 'terms.change',
    summary: 'Announce another fee of a rail, at least a day ahead, by two persons; what was shown before is what is charged',
    input: z.object({
      ...why,
      rail: z.enum(railIds),
      sharePercent: z.string().regex(PERCENT, `a per cent with at most ${PERCENT_DECIMALS} decimals`),
      least: positiveDecimal(AMOUNT_DECIMALS),
      effectiveTimestamp: timestamp,
    }),
    data: decided,
    refusals: ['parameter.invalid', ...approvalRefusals],
  }),
  changeMinimum: staffEndpoint({
    method: 'POST',
    path: '/terms/minimum',
    power: 'terms.change',
    summary: 'Announce another least deposit of a channel, at least a day ahead, by two persons; what began before keeps its own',
    input: z.object({ ...why, channelId: z.enum(channelIds), minimum: positiveDecimal(AMOUNT_DECIMALS), effectiveTimestamp: timestamp }),
    data: decided,
    refusals: ['parameter.invalid', ...approvalRefusals],
  }),
  changeLimit: staffEndpoint({
    method: 'POST',
    path: '/terms/limit',
    power: 'terms.changeLimit',
    summary: 'Announce another limit for money, at least a day ahead, by two persons; what began before keeps the limit it began under',
    input: z.object({ ...why, limit: z.enum(limitNames), amount: positiveDecimal(CENTS), effectiveTimestamp: timestamp }),
    data: decided,
    refusals: ['parameter.invalid', ...approvalRefusals],
  }),
  changeAccount: staffEndpoint({
    method: 'POST',
    path: '/terms/account',
    power: 'terms.changeAccount',
    summary: 'Change the account that customers pay to, at once, by two persons; its last six characters are typed again',
    input: z.object({
      ...why,
      channelId: z.enum(channelIds),
      bankName: text(),
      accountName: text(),
      accountNo: z.string().regex(ACCOUNT_NO),
      alias: text(MAX_ALIAS).optional(),
      lastSix: z.string().regex(LAST_SIX),
    }),
    data: decided,
    refusals: ['parameter.invalid', ...approvalRefusals],
  }),
} as const
