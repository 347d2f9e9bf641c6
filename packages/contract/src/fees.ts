import { agencyIds } from '@rueda/rules/follow/agency.ts'
import { fundIds } from '@rueda/rules/funds/fund.ts'
import { walletTypes } from '@rueda/rules/wallets/wallet.ts'
import { z } from 'zod'
import { markets } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { decimal, flag } from './fields.ts'

/**
 * The costs and rules of trading, market by market, from the tables the brokerage itself works by (`docs/rules/markets.md` B,
 * `docs/rules/fees.md` N).
 */
const side = z.number().int()

export const feeRule = z
  .object({
    kind: z.string(),
    /** Income of the brokerage, or collected for somebody else. */
    goesTo: z.enum(['fee', 'tax']),
    setBy: z.string(),
    scope: z.string(),
    directions: z.array(side),
    base: z.enum(['notional', 'quantity', 'charges']),
    /** Percent of the base; for `quantity` an amount for each share or contract. */
    rate: decimal,
    sameDayRate: decimal.nullable(),
    minimum: decimal.nullable(),
    maximum: decimal.nullable(),
    /** Null where it has held for as long as anybody trades here. */
    validFrom: z.string().nullable(),
    /** The row that holds today; the others have passed or are to come. */
    inForce: flag,
  })
  .meta({ id: 'FeeRule' })
export type FeeRule = z.output<typeof feeRule>

const feeExample = z
  .object({
    direction: side,
    sameDay: flag,
    price: decimal,
    quantity: decimal,
    amount: decimal,
    charges: z.array(z.object({ kind: z.string(), amount: decimal })),
    total: decimal,
  })
  .meta({ id: 'FeeExample' })
export type FeeExample = z.output<typeof feeExample>

const band = z.object({
  scope: z.string(),
  kind: z.enum(['fromLast', 'fromPreviousClose', 'withBreaker']),
  /** Percent above for purchases and below for sales; the same twice where both ends hold for both. */
  above: decimal,
  below: decimal,
  /** Percent below by day before the market-wide breaker has reached a level, and after each; null where nothing hangs on it. */
  belowByLevel: z.array(decimal).nullable(),
})

export const marketFees = z
  .object({
    market: z.enum(markets),
    currency: z.string(),
    walletType: z.enum(walletTypes),
    fees: z.array(feeRule),
    examples: z.array(feeExample),
    ticks: z.array(z.object({ scope: z.string(), from: decimal, tick: decimal })),
    lots: z.array(z.object({ upTo: decimal.nullable(), lot: decimal })),
    oddLotAllowed: flag,
    /** The seconds between calls for less than a lot; null where such orders have no book of their own. */
    oddLotCallSeconds: z.number().int().nullable(),
    bands: z.array(band),
    /** Percent of the last price that a market order may reach; null: to the edge of the band. */
    collar: decimal.nullable(),
    /** Percent above the ask that a purchase at market may reach, beside the collar. */
    marketBuy: decimal,
    settlements: z.array(z.object({ name: z.string().nullable(), days: z.number().int() })),
    largestLeverage: z.number().int(),
    /** Percent withheld of a dividend, as a rule and for those who have declared a treaty; null where nothing pays one. */
    withholding: z.object({ usual: decimal, treaty: decimal }).nullable(),
    /** The extra cost of a liquidation: percent of its value, or so many commissions; null where nothing is on margin. */
    liquidationFee: z.object({ kind: z.enum(['share', 'commissions']), value: decimal }).nullable(),
    /** An amount of the currency, or so many lots or contracts. */
    largestOrder: z.object({ kind: z.enum(['worth', 'quantity']), value: decimal }),
  })
  .meta({ id: 'MarketFees' })
export type MarketFees = z.output<typeof marketFees>

/** The house's commissions of a market: for each step of volume in the month before, every row that the house sets. */
const marketCommissions = z
  .object({
    market: z.enum(markets),
    currency: z.string(),
    /** Volume is counted in the market's money, or in contracts. */
    counts: z.enum(['money', 'contracts']),
    steps: z.array(
      z.object({
        from: decimal,
        commissions: z.array(
          z.object({
            scope: z.string(),
            base: z.enum(['notional', 'quantity', 'charges']),
            /** As in the rows of a market. */
            rate: decimal,
            minimum: decimal.nullable(),
            maximum: decimal.nullable(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'MarketCommissions' })
export type MarketCommissions = z.output<typeof marketCommissions>

export const feeVersion = z
  .object({
    version: z.number().int(),
    /** The day in New York whose beginning it holds from; null for the first. */
    firstDay: z.string().nullable(),
    state: z.enum(['past', 'inForce', 'coming']),
    markets: z.array(marketCommissions),
  })
  .meta({ id: 'FeeVersion' })
export type FeeVersion = z.output<typeof feeVersion>

const ownVolume = z
  .object({
    market: z.enum(markets),
    /** The month whose volume decides, and the volume where it reaches any step. */
    month: z.string(),
    volume: decimal,
    step: z.number().int(),
  })
  .meta({ id: 'OwnVolume' })
export type OwnVolume = z.output<typeof ownVolume>

const withdrawalFee = z
  .object({
    rail: z.string(),
    walletType: z.enum(walletTypes),
    /** The currency that is paid out, which the least fee is in. */
    pays: z.string(),
    /** Percent of the amount, and never less than `least`. */
    rate: decimal,
    least: decimal,
    /** Percent from the middle of the market where money is changed on its way; null where nothing is. */
    spread: decimal.nullable(),
  })
  .meta({ id: 'WithdrawalFee' })
export type WithdrawalFee = z.output<typeof withdrawalFee>

/** Income of the house from products that are more than an order; rates in percent. */
const productFees = z
  .object({
    funds: z.array(z.object({ id: z.enum(fundIds), managementFee: decimal, subscriptionFee: decimal })),
    /** Of what is given back before its term; it stays in the fund's account with the house. */
    fundEarlyFee: decimal,
    agencies: z.array(z.object({ id: z.enum(agencyIds), managementFee: decimal, profitShare: decimal })),
    /** Of the value that leaves early; it stays in the agency's account with the house. */
    agencyExitFee: decimal,
    robots: z.object({ rent: decimal, currency: z.string(), termDays: z.number().int() }),
    /** By the day. The penalty comes on top of the interest of what is owed late. */
    loans: z.array(z.object({ termDays: z.number().int(), dailyRate: decimal, penaltyDailyRate: decimal })),
    /** The commission of a block; what the desk asks beyond the middle of the market hangs on its size. */
    block: z.object({ rate: decimal, minimum: decimal, currency: z.string() }),
  })
  .meta({ id: 'ProductFees' })
export type ProductFees = z.output<typeof productFees>

export const fees = {
  all: endpoint({
    method: 'GET',
    path: '/market/fees',
    access: 'public',
    summary: 'Every fee and tax by market with the date it holds from, the trading rules of each market, and worked examples',
    input: z.object({}),
    data: z.object({
      markets: z.array(marketFees),
      /** The house's day, by which rows hold or have passed. */
      today: z.string(),
      /** Every version of the house's commissions: what held, what holds and what is announced. */
      versions: z.array(feeVersion),
      /** The cost of changing money between currencies, as a distance from the middle of the market. */
      exchange: z.array(z.object({ currency: z.string(), spread: decimal })),
      /** The cost of a withdrawal today, by every way. */
      withdrawals: z.array(withdrawalFee),
      products: productFees,
      /** The basis of a pair's overnight cost, in percent a year. */
      overnight: z.object({ markup: decimal, rates: z.array(z.object({ currency: z.string(), rate: decimal })) }),
    }),
  }),
  own: endpoint({
    method: 'GET',
    path: '/market/ownFees',
    access: 'user',
    summary: 'The volume that decides which step of the commissions the caller pays by, market by market',
    input: z.object({}),
    data: z.array(ownVolume),
  }),
} as const
