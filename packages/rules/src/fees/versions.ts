import { type MarketName, marketNames } from '../instruments/instrument.ts'
import { marketFacts } from '../markets/markets.ts'
import type { Scope } from '../markets/scope.ts'
import { type CalendarDate, type Instant, MINUTE_MS } from '../time.ts'
import type { ChargeRule, FeeSchedule } from './schedule.ts'

/**
 * The house's own commissions as they change (`docs/rules/fees.md` N.1). A version is whole: every market with every row that the house
 * sets, and for each step of volume the rates of it. What others set, taxes and the fees of exchanges, is no part of it. The rates in the
 * tables of the markets are version 1.
 */
export type Commission = Readonly<{
  scope: Scope
  /** As in the market's table: units of 10^-8 of the notional, or of the currency for a share or contract. */
  rate: bigint
  /** In minor units; null for none. */
  minimum: bigint | null
  maximum: bigint | null
}>
/** The rates from so much volume in the month before: minor units of what was traded, or contracts in units of 10^-8. */
export type VolumeStep = Readonly<{ from: bigint; commissions: readonly Commission[] }>
export type MarketCommissions = Readonly<{ market: MarketName; steps: readonly VolumeStep[] }>
export type FeeVersion = Readonly<{
  version: number
  /** The day in New York whose beginning it holds from, and that moment. */
  firstDay: CalendarDate
  startsAt: Instant
  markets: readonly MarketCommissions[]
}>

/** What an order keeps of the version and the step it was accepted under, with the rates these are of its market. */
export type OrderRates = Readonly<{ version: number; step: number; commissions: readonly Commission[] }>

/** The time for which a customer who read the rates before a change may still confirm them. */
export const SEEN_FOR_MS = 10 * MINUTE_MS

const isOfHouse = ({ setBy, kind }: ChargeRule): boolean => setBy === 'house' && kind === 'COMMISSION'

/** The rows of a market's table that the house sets. */
export const houseRows = (market: MarketName): readonly ChargeRule[] => (marketFacts[market].terms?.feeTable.rules ?? []).filter(isOfHouse)

const asInTable = ({ scope, rate, minimum, maximum }: ChargeRule): Commission => ({ scope, rate, minimum, maximum })

/** The rates of the markets' own tables, which have always held. */
export const firstVersion: FeeVersion = {
  version: 1,
  firstDay: '1970-01-01',
  startsAt: 0,
  markets: marketNames.flatMap((market) => {
    const commissions = houseRows(market).map(asInTable)
    return commissions.length === 0 ? [] : [{ market, steps: [{ from: 0n, commissions }] }]
  }),
}

/** The version that holds at a moment; `later` are the ones after the first, in their order. */
export const versionAt = (later: readonly FeeVersion[], at: Instant): FeeVersion =>
  later.findLast(({ startsAt }) => startsAt <= at) ?? firstVersion

/**
 * The version a customer pays by who was shown one: that one while it holds and for ten minutes after; null when it is older or was never
 * shown. Who names none pays by the one that holds.
 */
export function versionSeen(later: readonly FeeVersion[], seen: number | null, now: Instant): FeeVersion | null {
  const current = versionAt(later, now)
  if (seen === null || seen === current.version) return current
  const before = versionAt(later, now - SEEN_FOR_MS)
  return before.version === seen ? before : null
}

const stepsIn = ({ markets }: FeeVersion, market: MarketName): readonly VolumeStep[] =>
  markets.find((each) => each.market === market)?.steps ?? []

/** The step that a volume reaches; 0 is the first. */
export const stepOf = (version: FeeVersion, market: MarketName, volume: bigint): number =>
  Math.max(
    stepsIn(version, market).findLastIndex(({ from }) => from <= volume),
    0,
  )

export const ratesOf = (version: FeeVersion, market: MarketName, step: number): OrderRates => ({
  version: version.version,
  step,
  commissions: stepsIn(version, market)[step]?.commissions ?? [],
})

export const firstRates = (market: MarketName): OrderRates => ratesOf(firstVersion, market, 0)

/** The rates that a schedule was made with; one without any is the market's table as it stands, which is version 1. */
export const ratesIn = ({ rates }: FeeSchedule, market: MarketName): OrderRates => rates ?? firstRates(market)

/** A market's table with the house's rows at these rates. */
export const withRates = ({ currency, rules }: FeeSchedule, rates: OrderRates): FeeSchedule => ({
  currency,
  rates,
  rules: rules.map((rule) => {
    const commission = isOfHouse(rule) ? rates.commissions.find(({ scope }) => scope === rule.scope) : undefined
    return commission === undefined ? rule : { ...rule, ...commission }
  }),
})

/** The lowest volume that any version gives another rate for; null where none does. Only such volumes have to be counted. */
export function leastVolume(versions: readonly FeeVersion[], market: MarketName): bigint | null {
  const from = versions.flatMap((version) => stepsIn(version, market).slice(1)).map((step) => step.from)
  return from.length === 0 ? null : from.reduce((least, each) => (each < least ? each : least))
}

/** True where volume is counted in contracts and not in money. */
export const countsContracts = (market: MarketName): boolean => houseRows(market).some(({ base }) => base === 'quantity')

/** Where the volume of a month decides: from the second day of the month after to the first of the next, so that it is counted by then. */
export function volumeMonthOf(today: CalendarDate): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const back = day === 1 ? 2 : 1
  const months = year * MONTHS + month - 1 - back
  return `${String(Math.floor(months / MONTHS)).padStart(4, '0')}-${String((months % MONTHS) + 1).padStart(2, '0')}`
}
const MONTHS = 12
