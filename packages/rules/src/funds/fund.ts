import type { Currency } from '../money.ts'
import { scaled } from '../decimal.ts'
import type { WalletType } from '../wallets/wallet.ts'

/**
 * A fund: units of published holdings, valued once a day (`docs/rules/funds.md` E.5). Its terms are the same for everybody, and nothing of
 * them is a promise: what a unit is worth follows from the prices of its holdings.
 */
export type FundKind = 'current' | 'regular'

/** One thing a fund holds: an instrument, in the terms of another one where that is named, or short bills at a published rate. */
export type Series =
  | Readonly<{ kind: 'instrument'; instrumentId: string; per: string | null }>
  | Readonly<{ kind: 'bills'; currency: 'USD' | 'ARS' }>
export type Target = Readonly<{ series: Series; weight: bigint }>

/**
 * How the weights are set on the first strike of each month. `fixed`: as printed. `momentum`: equal parts of the candidates that rose most.
 * `lowVolatility`: equal parts of those that moved least. `riskParity`: each in inverse proportion to how much it moved.
 */
export type Rule =
  | Readonly<{ kind: 'fixed'; targets: readonly Target[] }>
  | Readonly<{ kind: 'momentum' | 'lowVolatility'; count: number }>
  | Readonly<{ kind: 'riskParity'; candidates: readonly Series[] }>

export const fundIds = [
  'cash-usd',
  'short-bond',
  'cash-ars',
  'us-index',
  'balanced',
  'technology',
  'low-volatility',
  'taiwan',
  'argentina',
  'gold',
  'momentum',
  'risk-parity',
] as const
export type FundId = (typeof fundIds)[number]

export type Fund = Readonly<{
  id: FundId
  kind: FundKind
  currency: Currency & ('USD' | 'ARS')
  wallet: WalletType
  /** How long units are locked; null for those that are redeemed on any day. */
  termDays: number | null
  rule: Rule
  /** Shares of one, in units of 10^-8: a year's management fee, and the fee of a subscription. */
  managementFee: bigint
  subscriptionFee: bigint
  /** From 1, hardly moves, to 5. */
  risk: 1 | 2 | 3 | 4 | 5
  /** Minor units of the currency: what one subscription may be, and what everybody's units together may be worth. */
  min: bigint
  max: bigint
  capacity: bigint
}>

/** A year's interest on short bills, in units of 10^-8 (`docs/rules/funds.md` N). */
export const billRates = { USD: scaled('0.04'), ARS: scaled('0.29') } as const
/** Paid into the fund for units that are given back before their term. */
export const EARLY_FEE = scaled('0.01')
/** Every fund's first value for a unit, in units of 10^-8. */
export const FIRST_NAV = scaled('1')

const bills = (currency: 'USD' | 'ARS'): Series => ({ kind: 'bills', currency })
const priced = (instrumentId: string, per: string | null = null): Series => ({ kind: 'instrument', instrumentId, per })
const fixed = (...targets: readonly (readonly [Series, string])[]): Rule => ({
  kind: 'fixed',
  targets: targets.map(([series, weight]) => ({ series, weight: scaled(weight) })),
})

const US_INDEX = priced('IDX:US500')
const GOLD = priced('FX:XAUUSD')
/** Pesos and Taiwan dollars are turned into dollars at the day's rate. */
const ARGENTINA = priced('IDX:MERV', 'AR:CCL')
const TAIWAN = priced('IDX:TWII', 'FX:USDTWD')

type Terms = Readonly<{ termDays: number | null; fee: string; risk: Fund['risk'] }>

function dollarFund(id: FundId, rule: Rule, { termDays, fee, risk }: Terms): Fund {
  return {
    ...{ id, rule, termDays, risk },
    kind: termDays === null ? 'current' : 'regular',
    ...{ currency: 'USD', wallet: 'US_WALLET' },
    managementFee: scaled(fee),
    subscriptionFee: scaled(termDays === null ? '0' : '0.005'),
    ...{ min: 1_000n, max: 10_000_000n, capacity: 1_000_000_000n },
  }
}

const all: readonly Fund[] = [
  dollarFund('cash-usd', fixed([bills('USD'), '1']), { termDays: null, fee: '0.0015', risk: 1 }),
  // Its id is of a first plan, bonds alone. What it holds is what its past values follow from, so it is called after that.
  dollarFund('short-bond', fixed([bills('USD'), '0.8'], [US_INDEX, '0.2']), { termDays: null, fee: '0.0025', risk: 2 }),
  {
    ...dollarFund('cash-ars', fixed([bills('ARS'), '1']), { termDays: null, fee: '0.005', risk: 3 }),
    ...{ currency: 'ARS', wallet: 'BALANCE' },
    ...{ min: 1_000_000n, max: 500_000_000n, capacity: 1_000_000_000_000n },
  },
  dollarFund('us-index', fixed([US_INDEX, '1']), { termDays: 90, fee: '0.003', risk: 4 }),
  dollarFund('balanced', fixed([US_INDEX, '0.6'], [bills('USD'), '0.4']), { termDays: 180, fee: '0.006', risk: 3 }),
  dollarFund('technology', fixed([priced('IDX:UST100'), '1']), { termDays: 90, fee: '0.0075', risk: 5 }),
  dollarFund('low-volatility', { kind: 'lowVolatility', count: 10 }, { termDays: 180, fee: '0.0075', risk: 3 }),
  dollarFund('taiwan', fixed([TAIWAN, '1']), { termDays: 90, fee: '0.01', risk: 5 }),
  dollarFund('argentina', fixed([ARGENTINA, '1']), { termDays: 90, fee: '0.0125', risk: 5 }),
  dollarFund('gold', fixed([GOLD, '1']), { termDays: 30, fee: '0.005', risk: 4 }),
  dollarFund('momentum', { kind: 'momentum', count: 10 }, { termDays: 180, fee: '0.015', risk: 5 }),
  dollarFund('risk-parity', { kind: 'riskParity', candidates: [US_INDEX, GOLD, TAIWAN] }, { termDays: 365, fee: '0.01', risk: 3 }),
]

export const funds: Readonly<Record<FundId, Fund>> = Object.fromEntries(all.map((fund) => [fund.id, fund])) as Record<FundId, Fund>
export const fundList = all
