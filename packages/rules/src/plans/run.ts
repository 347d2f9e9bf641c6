import { addDays } from '../calendar-date.ts'
import type { AccountState, Outcome } from '../ledger/account-state.ts'
import type { MessageDraft } from '../messages/message.ts'
import { moneyFact } from '../messages/message.ts'
import { messageKind } from '../messages/records.ts'
import type { Currency } from '../money.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { Source } from '../transfers/sources.ts'
import { type WalletType, walletCurrencies } from '../wallets/wallet.ts'
import { type Plan, type PlanRun, type PlanSkip, SKIPS_TO_PAUSE, runIdOf } from './plan.ts'
import { planKind, planRunKind } from './records.ts'
import { dueAfter, dueFrom } from './schedule.ts'

/** One purchase of a plan: whether it is still to be made, and what it leaves of the plan (`docs/rules/plans.md` P.6). */
export type Occasion = Readonly<{
  planId: string
  /** The date it was due on, or the name of the dividend that is reinvested. */
  occasion: string
  dueOn: CalendarDate
  ranOn: CalendarDate
  /** For a date that was missed: the first one that is not. */
  goesOnFrom?: CalendarDate
  /** The net amount of the dividend; null for the plan's own amount. */
  dividend: bigint | null
}>

export type Pending = Readonly<{ plan: Plan; amount: bigint }>

/** The plan, where this purchase is still to be made; null where it was made, or the plan was changed, paused or ended meanwhile. */
export function pendingRun(state: AccountState, { planId, occasion, dueOn, dividend }: Occasion): Pending | null {
  const plan = planKind.of(state).get(planId)
  if (plan === undefined || plan.status !== 'active' || planRunKind.of(state).has(runIdOf(planId, occasion))) return null
  if (plan.recurring === null) return dividend === null ? null : { plan, amount: dividend }
  return dividend === null && plan.recurring.dueOn === dueOn ? { plan, amount: plan.recurring.amount } : null
}

/** A wallet that could give, with the id that its transfer would have. */
export type Giver = Readonly<{ from: WalletType; id: string }>

/** Of the wallets that could give to a purchase, those that the plan names: each for no more than the purchase is for. */
export const sourcesOfRun = ({ plan, amount }: Pending, givers: readonly Giver[]): readonly (Giver & Source)[] =>
  givers.filter(({ from }) => plan.recurring?.givers.includes(from) === true).map((giver) => ({ ...giver, most: amount }))

/** The purchase became an order. */
export function placedRun({ plan, amount }: Pending, occasion: Occasion, orderId: string, now: Instant): Outcome {
  const { recurring } = plan
  const after: Plan = {
    ...plan,
    lastRanOn: occasion.ranOn,
    recurring: recurring === null ? null : { ...recurring, dueOn: dueAfter(recurring, occasion.dueOn), skipsInRow: 0 },
    changedAt: now,
  }
  return {
    entries: [],
    records: [...planKind.changed(after), ...planRunKind.changed(runOf(plan, occasion, { amount, orderId, skipped: null }, now))],
  }
}

/** The purchase was not made; the customer is told, and three in a row pause a recurring plan. A date that was missed is not one of them. */
export function skippedRun({ plan, amount }: Pending, occasion: Occasion, skipped: PlanSkip, now: Instant): Outcome {
  const after = afterSkip(plan, occasion, skipped, now)
  const facts = { instrument: plan.instrumentId, amount: moneyFact(amount, currencyOf(plan)), why: skipped }
  const link = `instrument:${plan.instrumentId}` as const
  const told: MessageDraft[] = [{ template: 'plan.skipped', facts: { ...facts, date: occasion.dueOn }, link }]
  if (after.status === 'paused') told.push({ template: 'plan.paused', facts, link })
  return {
    entries: [],
    records: [...planKind.changed(after), ...planRunKind.changed(runOf(plan, occasion, { amount, orderId: null, skipped }, now))],
    events: messageKind.happened(...told),
  }
}

function afterSkip(plan: Plan, { dueOn, ranOn, goesOnFrom = dueOn }: Occasion, skipped: PlanSkip, now: Instant): Plan {
  const { recurring } = plan
  const lastRanOn = skipped === 'missed' ? plan.lastRanOn : ranOn
  if (recurring === null) return { ...plan, lastRanOn, changedAt: now }
  const skipsInRow = recurring.skipsInRow + (skipped === 'missed' ? 0 : 1)
  const isPaused = skipsInRow >= SKIPS_TO_PAUSE
  return {
    ...plan,
    lastRanOn,
    recurring: { ...recurring, dueOn: dueFrom(recurring, later(addDays(dueOn, 1), goesOnFrom)), skipsInRow },
    status: isPaused ? 'paused' : plan.status,
    pausedBy: isPaused ? 'skips' : null,
    changedAt: now,
  }
}

const later = (one: CalendarDate, other: CalendarDate): CalendarDate => (one > other ? one : other)
const currencyOf = ({ wallet }: Plan): Currency => walletCurrencies[wallet]

type Ended = Readonly<{ amount: bigint; orderId: string | null; skipped: PlanSkip | null }>

const runOf = (
  { id: planId, accountId, instrumentId }: Plan,
  { occasion, dueOn, ranOn }: Occasion,
  { amount, orderId, skipped }: Ended,
  at: Instant,
): PlanRun => ({
  ...{ id: runIdOf(planId, occasion), accountId, planId, instrumentId, occasion },
  ...{ dueOn, ranOn, amount, orderId, skipped, at },
})
