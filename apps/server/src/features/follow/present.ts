import { codeOfMandate } from '@rueda/contract/codes.ts'
import type { FollowAgency, FollowOrder, FollowRecord, FollowStrike } from '@rueda/contract/follow.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { SCALE, formatScaled, percentText } from '@rueda/rules/decimal.ts'
import { type Agency, EXIT_FEE, MAX_AMOUNT, MIN_AMOUNT, agencies, terms } from '@rueda/rules/follow/agency.ts'
import { type Mandate, payoutOf, valueOfUnits } from '@rueda/rules/follow/mandate.ts'
import { ruleTextOf } from '@rueda/rules/follow/rule-text.ts'
import type { AgencyStrike, Trade } from '@rueda/rules/follow/strike.ts'
import { drawdownsOf, trackRecordOf } from '@rueda/rules/follow/track-record.ts'
import { navFact, publishedNav } from '@rueda/rules/funds/nav.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { createHash } from 'node:crypto'
import type { App } from '../../app.ts'
import { readTexts } from '../../texts.ts'
import { cutOffAt, dealDateAt, startOf } from '../funds/schedule.ts'
import type { AgencyDay, RecordKind } from './agency-book.ts'
import { candidatesOf, usualSpreadOf } from './candidates.ts'
import type { Room } from './capacity.ts'
import { standingOf } from './standing.ts'
import { settlesOn } from './term-end.ts'

/** The only place where an agency and a mandate become JSON. */
type Told = Pick<App, 'venue' | 'agencies'>
type Standing = Told & Pick<App, 'offerings'>

const dollars = (cents: bigint): string => formatMinor(cents, 'USD')

export function presentMandate(app: Told, mandate: Mandate, now: Instant): FollowOrder {
  const { id, number, agencyId, amount, status, units, entered, settled, expiresOn, ending, dealDate } = mandate
  const latest = app.agencies.latest(agencyId)
  const nav = publishedNav(latest?.nav ?? entered?.nav ?? 0n)
  const value = valueOfUnits(units, nav)
  const income = settled !== null ? settled.payout - amount : entered === null ? 0n : value - amount
  const isActive = status === 'active'
  const nextDeal = dealDateAt(app.venue, now)
  const settle = expiresOn === null ? null : settlesOn(app, expiresOn)
  const ended = isActive ? payoutOf(agencies[agencyId], { value, highWater: mandate.highWater, isEarly: true }) : null
  const waitsFor = status === 'waiting' ? dealDate : ending?.reason === 'request' ? ending.dealDate : null
  const isChangeable = isActive && ending === null && settle !== null && nextDeal !== null
  return {
    ...{ id, orderNo: number, agencyId, currency: 'USD', amount: dollars(amount), termDays: mandate.termDays },
    status: codeOfMandate[status],
    cancelled: status === 'cancelled' ? 1 : 0,
    units: formatScaled(units, UNIT_DECIMALS),
    navIn: entered === null ? null : navFact(entered.nav),
    currentNav: latest === null ? null : navFact(nav),
    currentValue: dollars(value),
    income: dollars(income),
    zdf: percentText(income, amount),
    ifEnded: ended === null ? null : { exitFee: dollars(ended.exitFee), profitShare: dollars(ended.share), payout: dollars(ended.payout) },
    confirmDate: dealDate,
    expireTimeTimestamp: expiresOn === null ? null : startOf(expiresOn),
    expireDate: expiresOn,
    settleDate: settle,
    renews: mandate.renews ? 1 : 0,
    renewals: mandate.renewals,
    highWater: dollars(mandate.highWater),
    lossLimit: mandate.limit?.percent ?? null,
    ending: ending === null ? null : { date: ending.dealDate, reason: ending.reason },
    cancellable: waitsFor !== null && now < cutOffAt(waitsFor) ? 1 : 0,
    endable: isChangeable && nextDeal < settle ? 1 : 0,
    renewable: isChangeable && nextDeal <= settle ? 1 : 0,
    cutOffTimestamp: waitsFor === null ? null : cutOffAt(waitsFor),
    profitShare: dollars(mandate.sharePaid),
    settled:
      settled === null
        ? null
        : {
            ...{ date: settled.on, reason: settled.reason, nav: navFact(settled.nav), value: dollars(settled.value) },
            ...{ exitFee: dollars(settled.exitFee), payout: dollars(settled.payout) },
          },
    createTimeTimestamp: mandate.startedAt,
  }
}
const UNIT_DECIMALS = 4

const kindOf = { backtest: 'BACKTEST', live: 'LIVE_SIM' } as const

export type Words = Readonly<{ name: string; description: string }>

/** What an agency is called and does, in the reader's language. */
export function wordsOf({ id }: Agency, language: Parameters<typeof readTexts>[0]): Words {
  const texts = readTexts(language, 'follow')
  return { name: texts[`name.${id}`] ?? id, description: texts[`rule.${id}`] ?? id }
}

export function presentAgency(
  app: Standing,
  agency: Agency,
  { latest, room, words, now }: Readonly<{ latest: AgencyStrike; room: Room; words: Words; now: Instant }>,
): FollowAgency {
  const { id, strategy, risk, profitShare, managementFee, capacity } = agency
  const standing = standingOf(app, id)
  const dealDate = dealDateAt(app.venue, now) ?? latest.date
  const backtest = app.agencies.days(id, 'backtest')
  return {
    ...{ id, ...words, strategy: strategy.kind, riskLevel: risk, terms: [...terms] },
    profitShareRate: formatScaled(profitShare),
    mgmtFeeRate: formatScaled(managementFee),
    exitFeeRate: formatScaled(EXIT_FEE),
    minAmount: dollars(MIN_AMOUNT),
    maxAmount: dollars(MAX_AMOUNT),
    capacity: dollars(capacity),
    raised: dollars(room.worth + room.waiting),
    remain: dollars(room.left),
    status: standing.status,
    endsOn: standing.endsOn,
    nav: navFact(latest.nav),
    navDate: latest.date,
    record: presentRecord('live', app.agencies.days(id, 'live')),
    backtest: backtest.length === 0 ? null : presentRecord('backtest', backtest),
    simulated: 1,
    dealDate,
    cutOffTimestamp: cutOffAt(dealDate),
  }
}

const YEAR_DAYS = 365

function presentRecord(kind: RecordKind, days: readonly AgencyDay[]): FollowRecord {
  const record = trackRecordOf(days)
  const falls = drawdownsOf(days)
  const [first, last] = [days[0], days.at(-1)]
  const yearAgo = last === undefined ? undefined : days.findLast(({ date }) => date <= addDays(last.date, -YEAR_DAYS))
  const percentOrNull = (share: bigint | null): string | null => (share === null ? null : percentText(share))
  return {
    kind: kindOf[kind],
    since: first?.date ?? '',
    through: last?.date ?? '',
    nav: days.map(({ date, nav }, at) => ({ date, nav: navFact(nav), drawdown: percentText(falls[at] ?? 0n) })),
    totalReturn: percentText(record.totalReturn),
    annualised: percentOrNull(record.annualised),
    return12m: yearAgo === undefined || last === undefined ? null : percentText(last.nav - yearAgo.nav, yearAgo.nav),
    volatility: percentOrNull(record.volatility),
    maxDrawdown: percentText(record.maxDrawdown),
    winMonths: record.winMonths,
    months: record.months,
    buyAndHold: benchmarkOf(first?.benchmark ?? null, last?.benchmark ?? null),
    costs: percentText(
      days.reduce((sum, { costs }) => sum + costs, last?.fees ?? 0n),
      SCALE,
    ),
  }
}

const benchmarkOf = (from: bigint | null, to: bigint | null): string | null =>
  from === null || to === null || from === 0n ? null : percentText(to - from, from)

/** The rule with its parameters, and the hash of that text. */
export function ruleOf({ venue }: Pick<App, 'venue'>, agency: Agency): Readonly<{ rule: string; ruleHash: string }> {
  const candidates = candidatesOf(venue.instruments, agency) ?? []
  const rule = ruleTextOf(
    agency,
    candidates.map((each) => ({ ...each, spread: usualSpreadOf(venue.instruments, each.instrumentId) })),
  )
  return { rule, ruleHash: createHash('sha256').update(rule).digest('hex') }
}

const nameOf = ({ venue }: Pick<App, 'venue'>, id: string): string => venue.instruments.get(id)?.name ?? id

/** What the account holds after a strike, the largest first. */
export const presentHoldings = (app: Told, { positions, nav }: AgencyStrike) =>
  positions
    .toSorted((a, b) => (a.value === b.value ? 0 : a.value > b.value ? -1 : 1))
    .map(({ instrumentId, value }) => ({ instrumentId, name: nameOf(app, instrumentId), weight: percentText(value, nav) }))

export const presentStrike = (app: Told, { date, nav, fees, cash, carry, positions, moves, trades, plan }: AgencyStrike): FollowStrike => ({
  ...{ date, nav: formatScaled(nav, SCALE_DIGITS), cash: dollars(cash), carry: dollars(carry), managementFees: dollars(fees) },
  positions: positions.map(({ instrumentId, value }) => ({ instrumentId, value: dollars(value) })),
  moves: moves.map(({ instrumentId, before, open, now, printed, isInverse }) => ({
    ...{ instrumentId, before: formatScaled(before), open: formatScaled(open), close: formatScaled(now) },
    ...{ printed: printed === null ? null : formatScaled(printed), isInverse: isInverse ? 1 : 0 },
  })),
  trades: trades.map((trade) => presentTrade(app, trade)),
  plan: plan?.map(({ instrumentId, weight }) => ({ instrumentId, weight: formatScaled(weight) })) ?? null,
})
const SCALE_DIGITS = 8

const presentTrade = (app: Told, { instrumentId, side, quantity, price, value, spread, charges }: Trade) => ({
  ...{ instrumentId, name: nameOf(app, instrumentId), side, quantity: formatScaled(quantity), price: formatScaled(price) },
  ...{ value: dollars(value), spread: dollars(spread), charges: dollars(charges) },
})
