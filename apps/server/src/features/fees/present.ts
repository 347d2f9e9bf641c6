import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { feeDesk } from '@rueda/contract/admin/fees.ts'
import { MAX_TIMES } from '@rueda/rules/fees/propose.ts'
import { directionOfSide } from '@rueda/contract/codes.ts'
import type {
  FeeRule,
  FeeVersion as WireFeeVersion,
  MarketCommissions as WireMarketCommissions,
  MarketFees,
  ProductFees,
  WithdrawalFee,
} from '@rueda/contract/fees.ts'
import { BLOCK_MINIMUM, blockCommission } from '@rueda/rules/blocks/fees.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { LONG_AGO, type ChargeRule } from '@rueda/rules/fees/schedule.ts'
import {
  type FeeVersion,
  type MarketCommissions,
  type OrderRates,
  countsContracts,
  firstVersion,
  houseRows,
  withRates,
} from '@rueda/rules/fees/versions.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { EXIT_FEE, agencyList } from '@rueda/rules/follow/agency.ts'
import { EARLY_FEE, fundList } from '@rueda/rules/funds/fund.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { LargestOrder, MarketTerms, PriceBandRule } from '@rueda/rules/markets/market.ts'
import { type Currency, formatMinor } from '@rueda/rules/money.ts'
import { HOLD_ABOVE_ASK } from '@rueda/rules/orders/limits.ts'
import { loanProductList, penaltyRateOf } from '@rueda/rules/loans/product.ts'
import { RENTAL_DAYS } from '@rueda/rules/robots/rental.ts'
import type { Rail } from '@rueda/rules/withdrawals/rails.ts'
import { type CalendarDate, SECOND_MS } from '@rueda/rules/time.ts'
import { examplesOf } from './examples.ts'

/** A market's configuration as it crosses the wire. */
export function presentMarket(market: MarketName, terms: MarketTerms, rates: OrderRates, today: CalendarDate): MarketFees {
  const { currency, rules } = withRates(terms.feeTable, rates)
  return {
    market,
    currency,
    walletType: terms.wallet,
    fees: rules.map((rule) => presentRule(rule, currency, isInForce(rule, rules, today))),
    examples: examplesOf(market, rates, today),
    ticks: terms.tickTables.flatMap(({ scope, ticks }) =>
      ticks.map(({ from, tick }) => ({ scope, from: formatScaled(from), tick: formatScaled(tick) })),
    ),
    lots: terms.lots.round.map(({ upTo, lot }) => ({ upTo: upTo === null ? null : formatScaled(upTo), lot: formatScaled(lot) })),
    oddLotAllowed: terms.lots.odd === null ? 0 : 1,
    oddLotCallSeconds: terms.lots.odd === null ? null : terms.lots.odd.callEveryMs / SECOND_MS,
    bands: terms.bands.map(presentBand),
    collar: terms.collar === null ? null : percentText(terms.collar),
    marketBuy: percentText(HOLD_ABOVE_ASK),
    settlements: terms.settlements.map(({ name, days }) => ({ name, days })),
    largestLeverage: terms.largestLeverage,
    withholding: presentWithholding(terms.withholding),
    liquidationFee: presentLiquidation(terms.liquidationFee),
    largestOrder: presentLargest(terms.largestOrder, currency),
  }
}

const PERCENT = 100n
export const percentText = (share: bigint): string => formatScaled(share * PERCENT)

export const presentRail = ({ id, wallet, pays, fee, spread }: Rail): WithdrawalFee => ({
  rail: id,
  walletType: wallet,
  pays,
  rate: percentText(fee.share),
  least: formatMinor(fee.least, pays),
  spread: spread === null ? null : percentText(spread),
})

/** What the house earns from products, from the terms that they themselves go by. */
export const presentProducts = (rent: bigint): ProductFees => ({
  funds: fundList.map(({ id, managementFee, subscriptionFee }) => ({
    id,
    managementFee: percentText(managementFee),
    subscriptionFee: percentText(subscriptionFee),
  })),
  fundEarlyFee: percentText(EARLY_FEE),
  agencies: agencyList.map(({ id, managementFee, profitShare }) => ({
    id,
    managementFee: percentText(managementFee),
    profitShare: percentText(profitShare),
  })),
  agencyExitFee: percentText(EXIT_FEE),
  robots: { rent: formatMinor(rent, 'USD'), currency: 'USD', termDays: RENTAL_DAYS },
  loans: loanProductList.map(({ termDays, dailyRate }) => ({
    termDays,
    dailyRate: percentText(dailyRate),
    penaltyDailyRate: percentText(penaltyRateOf(dailyRate)),
  })),
  block: { rate: percentText(blockCommission.rate), minimum: formatMinor(BLOCK_MINIMUM, 'USD'), currency: 'USD' },
})

function presentRule(rule: ChargeRule, currency: Currency, inForce: boolean): FeeRule {
  const amount = (minor: bigint | null): string | null => (minor === null ? null : formatMinor(minor, currency))
  return {
    kind: rule.kind,
    goesTo: rule.goesTo,
    setBy: rule.setBy,
    scope: rule.scope,
    directions: rule.sides.map((side) => directionOfSide[side]),
    base: rule.base,
    rate: rule.base === 'quantity' ? formatScaled(rule.rate) : percentText(rule.rate),
    sameDayRate: rule.sameDayRate === null ? null : percentText(rule.sameDayRate),
    minimum: amount(rule.minimum),
    maximum: amount(rule.maximum),
    validFrom: rule.validFrom === LONG_AGO ? null : rule.validFrom,
    inForce: inForce ? 1 : 0,
  }
}

/** A version of the commissions as it crosses the wire, with how it stands at a moment. */
export const presentVersion = (version: FeeVersion, inForce: FeeVersion): WireFeeVersion => ({
  version: version.version,
  firstDay: version.version === firstVersion.version ? null : version.firstDay,
  state: version.version === inForce.version ? 'inForce' : version.startsAt < inForce.startsAt ? 'past' : 'coming',
  markets: version.markets.map(presentCommissions),
})

export function presentCommissions({ market, steps }: MarketCommissions): WireMarketCommissions {
  const currency = marketTermsOf(market)?.feeTable.currency ?? 'USD'
  const amount = (minor: bigint | null): string | null => (minor === null ? null : formatMinor(minor, currency))
  return {
    ...{ market, currency, counts: countsContracts(market) ? 'contracts' : 'money' },
    steps: steps.map(({ from, commissions }) => ({
      from: presentVolume(market, from),
      commissions: commissions.map(({ scope, rate, minimum, maximum }) => {
        const base = houseRows(market).find((row) => row.scope === scope)?.base ?? 'notional'
        const text = base === 'quantity' ? formatScaled(rate) : percentText(rate)
        return { ...{ scope, base, rate: text }, minimum: amount(minimum), maximum: amount(maximum) }
      }),
    })),
  }
}

export const presentVolume = (market: MarketName, volume: bigint): string =>
  countsContracts(market) ? formatScaled(volume) : formatMinor(volume, marketTermsOf(market)?.feeTable.currency ?? 'USD')

/** In force when it has begun, and no later rule of its kind and scope has begun too. */
const isInForce = (rule: ChargeRule, rules: readonly ChargeRule[], today: CalendarDate): boolean =>
  rule.validFrom <= today &&
  !rules.some(
    ({ kind, scope, validFrom }) => kind === rule.kind && scope === rule.scope && validFrom > rule.validFrom && validFrom <= today,
  )

const presentBand = (band: PriceBandRule): MarketFees['bands'][number] =>
  band.kind === 'fromLast'
    ? { scope: band.scope, kind: band.kind, above: percentText(band.buyAbove), below: percentText(band.sellBelow), belowByLevel: null }
    : {
        scope: band.scope,
        kind: band.kind,
        above: percentText(band.share),
        below: percentText(band.share),
        belowByLevel: band.kind === 'withBreaker' ? band.falls.map(percentText) : null,
      }

const presentWithholding = (withholding: MarketTerms['withholding']): MarketFees['withholding'] =>
  withholding === null ? null : { usual: percentText(withholding.usual), treaty: percentText(withholding.treaty) }

function presentLiquidation(fee: MarketTerms['liquidationFee']): MarketFees['liquidationFee'] {
  if (fee === null) return null
  return { kind: fee.kind, value: fee.kind === 'share' ? percentText(fee.share) : String(fee.times) }
}

const presentLargest = (largest: LargestOrder, currency: Currency): MarketFees['largestOrder'] =>
  largest.kind === 'worth'
    ? { kind: largest.kind, value: formatMinor(largest.minor, currency) }
    : { kind: largest.kind, value: formatScaled(largest.quantity) }

/** The most that each rate and minimum of the house may be. */
export const presentBounds = (): StaffDataOf<typeof feeDesk.list>['bounds'] =>
  firstVersion.markets.flatMap(({ market }) =>
    houseRows(market).map(({ scope, base, rate, minimum }) => {
      const most = rate * MAX_TIMES
      const currency = marketTermsOf(market)?.feeTable.currency ?? 'USD'
      return {
        ...{ market, scope, rate: base === 'quantity' ? formatScaled(most) : percentText(most) },
        minimum: minimum === null ? null : formatMinor(minimum * MAX_TIMES, currency),
      }
    }),
  )
