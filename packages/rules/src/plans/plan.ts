import { type StatusOf, isFinal, machine } from '../machine.ts'
import type { RefusalName } from '../refusals.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'

/**
 * A plan buys a share by itself (`docs/rules/plans.md` P.6): for an amount every week or every month, or with each dividend of the share once
 * it is paid. What it buys, it buys with orders like any other.
 */
export const planMachine = machine({
  active: { pause: 'paused', suspend: 'paused', end: 'ended' },
  paused: { resume: 'active', end: 'ended' },
  ended: {},
})
export type PlanStatus = StatusOf<typeof planMachine>
export const planStatuses = Object.keys(planMachine) as PlanStatus[]
export const isOpenPlan = ({ status }: Readonly<{ status: PlanStatus }>): boolean => !isFinal(planMachine, status)

export const rhythms = ['week', 'month'] as const
export type Rhythm = (typeof rhythms)[number]

/** Monday is day 1 of a week; a month that is shorter than its day takes its last one. */
export const MAX_WEEKDAY = 5
export const MAX_MONTH_DAY = 31
/** A first purchase lies no farther ahead than this. */
export const MAX_DAYS_AHEAD = 366
/** An account has no more plans than this that are not ended. */
export const MAX_PLANS = 50
/** So many purchases in a row that could not be made pause a plan. */
export const SKIPS_TO_PAUSE = 3

export type Schedule = Readonly<{ rhythm: Rhythm; day: number; firstDate: CalendarDate }>

export type Recurring = Schedule &
  Readonly<{
    /** In minor units of the share's currency, fees included. */
    amount: bigint
    /** Other wallets of the currency that give what the plan's own lacks for a purchase, in their order; none for what is there alone. */
    givers: readonly WalletType[]
    /** The date of the next purchase, before it is moved to a session. */
    dueOn: CalendarDate
    skipsInRow: number
  }>

const PURCHASES_A_YEAR = { week: 52n, month: 12n } as const
/** What a plan buys for in a year, in minor units; nothing for one that only reinvests. */
export const amountAYear = (recurring: Pick<Recurring, 'amount' | 'rhythm'> | null): bigint =>
  recurring === null ? 0n : recurring.amount * PURCHASES_A_YEAR[recurring.rhythm]

export type Plan = Readonly<{
  id: string
  /** The reference for customers and staff: "L20261121-7K3QF9M2XA". */
  number: string
  accountId: string
  instrumentId: string
  wallet: WalletType
  /** Null for a plan that reinvests the dividends of its share. */
  recurring: Recurring | null
  status: PlanStatus
  /** Who paused it: the customer, or purchases that could not be made; null while it is not paused. */
  pausedBy: 'customer' | 'skips' | null
  /** The trade date of its latest run. */
  lastRanOn: CalendarDate | null
  startedAt: Instant
  changedAt: Instant
}>

/** Why a purchase was not made. */
export const planSkips = ['money', 'tooLittle', 'notAllowed', 'notTradable', 'limit', 'missed', 'other'] as const
export type PlanSkip = (typeof planSkips)[number]

/** One purchase of a plan: the date it was due, or the dividend it reinvests, and the order it became or why it became none. */
export type PlanRun = Readonly<{
  /** The plan and the occasion, so that one occasion is never bought for twice. */
  id: string
  accountId: string
  planId: string
  instrumentId: string
  /** The date it was due on, or the name of the dividend. */
  occasion: string
  dueOn: CalendarDate
  ranOn: CalendarDate
  amount: bigint
  orderId: string | null
  skipped: PlanSkip | null
  at: Instant
}>

export const runIdOf = (planId: string, occasion: string): string => `${planId}:${occasion}`

/** A refusal that may be over by the next look: the plan waits for it while its session lasts. */
export const isPassing = (refusal: RefusalName): boolean => PASSING.includes(refusal)
const PASSING: readonly RefusalName[] = ['market.closed', 'instrument.halted', 'quote.stale', 'feature.disabled']

const SKIPS: Readonly<Partial<Record<RefusalName, PlanSkip>>> = {
  'wallet.insufficient': 'money',
  'amount.out_of_range': 'tooLittle',
  'quantity.below_minimum': 'tooLittle',
  'account.frozen': 'notAllowed',
  'kyc.required': 'notAllowed',
  'permission.required': 'notAllowed',
  'instrument.unknown': 'notTradable',
  'instrument.quote_only': 'notTradable',
  'instrument.close_only': 'notTradable',
  'order.risk_limit': 'limit',
}
export const skipOf = (refusal: RefusalName): PlanSkip => SKIPS[refusal] ?? 'other'
