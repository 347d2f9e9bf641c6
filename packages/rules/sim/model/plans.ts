import type { WalletType } from '../../src/wallets/wallet.ts'

/** Plans in the reference model: dates are found by counting days, and what is due by a list of what was bought. */
export type ModelPlan = {
  readonly id: string
  readonly instrumentId: string
  readonly isReinvestment: boolean
  readonly amount: bigint
  /** Other wallets that give what its own lacks. */
  readonly givers: readonly WalletType[]
  /** 1 is Monday. */
  readonly weekday: number
  state: 'active' | 'paused' | 'ended'
  dueOn: string
  skips: number
  readonly done: Set<string>
}

const DAY_MS = 86_400_000
const DATE_LENGTH = 10

/** The first such weekday on or after a date, day by day. */
export function weekdayFrom(date: string, weekday: number): string {
  let at = Date.parse(`${date}T00:00:00Z`)
  while (new Date(at).getUTCDay() !== weekday) at += DAY_MS
  return new Date(at).toISOString().slice(0, DATE_LENGTH)
}

export const dayAfter = (date: string): string => new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, DATE_LENGTH)

const SKIPS_TO_PAUSE = 3

/** A purchase that was made, or that was not: every third in a row that was not pauses the plan, a missed one counts for nothing. */
export function ranInModel(plan: ModelPlan, occasion: string, answer: 'bought' | 'skipped' | 'missed'): void {
  plan.done.add(occasion)
  if (plan.isReinvestment) return
  plan.skips = answer === 'bought' ? 0 : plan.skips + (answer === 'skipped' ? 1 : 0)
  if (plan.skips >= SKIPS_TO_PAUSE) plan.state = 'paused'
  plan.dueOn = weekdayFrom(dayAfter(plan.dueOn), plan.weekday)
}
