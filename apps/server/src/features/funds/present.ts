import { FROZEN_FUND_ORDER, codeOfFundOrder } from '@rueda/contract/codes.ts'
import type { FundOrder as FundOrderRow, FundProduct } from '@rueda/contract/funds.ts'
import { formatDecimal, formatScaled, percentText } from '@rueda/rules/decimal.ts'
import { EARLY_FEE, type Fund, type Series, billRates, funds } from '@rueda/rules/funds/fund.ts'
import { type FundOrder, incomeOf, proceedsOf, valueOfOrder } from '@rueda/rules/funds/fund-order.ts'
import { type Holding, type Strike, annualised, dealtNav, navText, performanceOf } from '@rueda/rules/funds/nav.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { type CalendarDate, HOUR_MS, type Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { cutOffAt, dealDateAt, startOf, strikesAt } from './schedule.ts'

/** The only place where a fund and a subscription become JSON. */
type Told = Pick<App, 'venue' | 'navs'>

const UNIT_DECIMALS = 4
const UNIT_SCALE = 10_000n
export const unitsText = (units: bigint): string => formatDecimal(units / UNIT_SCALE, UNIT_DECIMALS)

const percentOrNull = (share: bigint | null): string | null => (share === null ? null : percentText(share))

export function presentFundOrder({ navs, venue }: Told, order: FundOrder, now: Instant): FundOrderRow {
  const fund = funds[order.fundId]
  const { id, number, fundId, amount, fee, bought, redemption, expiresOn } = order
  const text = (minor: bigint): string => formatMinor(minor, fund.currency)
  const latest = navs.latest(fundId)
  const nav = latest === null ? (bought?.nav ?? 0n) : dealtNav(latest)
  const isBought = bought !== null
  const income = isBought ? incomeOf(order, nav) : 0n
  const struck = redemption?.struck ?? null
  const paying = redemption === null || struck === null ? null : proceedsOf(fundId, redemption, struck.nav)
  const dealDate = redemption?.dealDate ?? order.dealDate
  const isWaiting = order.status === 'confirming' || (redemption !== null && struck === null)
  return {
    ...{ id, orderNo: number, productId: fundId, type: fund.kind, currency: fund.currency, amount: text(amount), fee: text(fee) },
    units: unitsText(order.units),
    nav: bought === null ? null : navText(bought.nav),
    currentNav: latest === null ? null : navText(nav),
    currentValue: text(valueOfOrder(order, nav)),
    income: text(income),
    zdf: percentText(income, amount),
    status: isHolding(order) && isSuspended(latest, venue, now) ? FROZEN_FUND_ORDER : codeOfFundOrder[order.status],
    cancelled: order.status === 'cancelled' ? 1 : 0,
    confirmDate: dealDate,
    cancellable: isWaiting && now < cutOffAt(dealDate) ? 1 : 0,
    cutOffTimestamp: isWaiting ? cutOffAt(dealDate) : null,
    redeemUnits: redemption === null ? null : unitsText(redemption.units),
    redeemAmount: paying === null ? null : text(paying.proceeds),
    redeemFee: paying === null ? null : text(paying.fee),
    payDate: struck?.paysOn ?? null,
    paidAmount: text(order.paid),
    expireTimeTimestamp: expiresOn === null ? null : startOf(expiresOn),
    expireDate: expiresOn,
    createTimeTimestamp: order.startedAt,
  }
}

const isHolding = ({ status }: FundOrder): boolean => status === 'holding' || status === 'redeeming'

/** A fund is suspended when a trading day after its last strike is over and was not struck: its orders wait (`docs/rules/funds.md` O.12). */
function isSuspended(latest: Strike | null, venue: App['venue'], now: Instant): boolean {
  const due = latest === null ? null : venue.nextTradingDate(HOUSE_MARKET, latest.date)
  return due !== null && now >= strikesAt({ date: due, sessions: [] }) + GRACE_MS
}
/** A strike is worked out within seconds of its moment; a server that was away takes some more. */
const GRACE_MS = 12 * HOUR_MS

export function presentFund({ venue, navs }: Told, fund: Fund, latest: Strike, room: bigint, now: Instant): FundProduct {
  const strikes = navs.strikes(fund.id)
  const { week, month, year, deepestFall } = performanceOf(strikes)
  const dealDate = dealDateAt(venue, now) ?? latest.date
  const text = (minor: bigint): string => formatMinor(minor, fund.currency)
  const held = latest.holdings.find(({ series }) => series.kind === 'bills')?.series
  return {
    ...{ id: fund.id, type: fund.kind, currency: fund.currency, walletType: fund.wallet, termDays: fund.termDays },
    nav: navText(dealtNav(latest)),
    navDate: latest.date,
    navHistory30: strikes.slice(-SHORT_HISTORY).map(presentPoint),
    returns: {
      ...{
        d7: percentOrNull(week),
        d7Annualised: percentOrNull(week === null ? null : annualised(week)),
        m1: percentOrNull(month),
        y1: percentOrNull(year),
      },
      maxDrawdown: percentText(deepestFall),
    },
    minAmount: text(fund.min),
    maxAmount: text(fund.max),
    mgmtFeeRate: formatScaled(fund.managementFee),
    subscribeFeeRate: formatScaled(fund.subscriptionFee),
    earlyRedeemFeeRate: formatScaled(fund.termDays === null ? 0n : EARLY_FEE),
    riskLevel: fund.risk,
    rule: fund.rule.kind,
    billRate: held?.kind === 'bills' ? formatScaled(billRates[held.currency]) : null,
    holdingsTop: topOf(latest.holdings).map((holding) => presentHolding(venue, holding)),
    capacity: text(fund.capacity),
    remain: text(room),
    dealDate,
    cutOffTimestamp: cutOffAt(dealDate),
    payDate: venue.nextTradingDate(HOUSE_MARKET, dealDate) ?? dealDate,
    suspended: isSuspended(latest, venue, now) ? 1 : 0,
  }
}

const SHORT_HISTORY = 30
const MAX_SHOWN = 10

const topOf = (holdings: readonly Holding[]): readonly Holding[] =>
  holdings.toSorted((a, b) => (a.weight === b.weight ? 0 : a.weight > b.weight ? -1 : 1)).slice(0, MAX_SHOWN)

export const presentPoint = (strike: Pick<Strike, 'date' | 'nav'>): Readonly<{ date: CalendarDate; nav: string }> => ({
  date: strike.date,
  nav: navText(dealtNav(strike)),
})

export function presentHolding(venue: App['venue'], { series, weight }: Pick<Holding, 'series' | 'weight'>) {
  return { ...namesOf(venue, series), weight: percentText(weight) }
}

/** The currency of bills stands for their name, which the app writes in its own language. */
function namesOf({ instruments }: App['venue'], series: Series) {
  if (series.kind === 'bills') return { instrumentId: null, per: null, name: series.currency }
  const { instrumentId, per } = series
  return { instrumentId, per, name: instruments.get(instrumentId)?.name ?? instrumentId }
}
