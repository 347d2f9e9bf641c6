import type { IpoItem, IpoOrder } from '@rueda/contract/subscriptions.ts'
import type { Status } from '@rueda/ui/pills/Pill.tsx'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Translate } from '../text/text.ts'

/** How applications and offerings stand, as pills and as words. */
const looks = [
  { tone: 'info', shape: 'clock' },
  { tone: 'up', shape: 'check' },
  { tone: 'flat', shape: 'slash' },
  { tone: 'flat', shape: 'cross' },
] as const
const words = ['subscription.waiting', 'subscription.allotted', 'subscription.notAllotted', 'cancelled'] as const
type Code = 0 | 1 | 2 | 3

export const statusOfOrder = (status: Translate<'status'>, { status: code }: Pick<IpoOrder, 'status'>): Status => ({
  ...looks[code as Code],
  label: status(words[code as Code]),
})

export const UPCOMING = 0
export const OPEN = 1
export const LISTED = 4

const ipoLooks = [
  { tone: 'flat', shape: 'clock' },
  { tone: 'up', shape: 'dot' },
  { tone: 'info', shape: 'clock' },
  { tone: 'info', shape: 'check' },
  { tone: 'up', shape: 'check' },
  { tone: 'flat', shape: 'slash' },
] as const
type IpoCode = 0 | 1 | 2 | 3 | 4 | 5

/** The clock opens and closes a window between two reads. */
export function codeAt({ status, purchaseStartDate, purchaseEndDate }: IpoItem, now: number): number {
  if (status > OPEN) return status
  return now < purchaseStartDate ? UPCOMING : now < purchaseEndDate ? OPEN : OPEN + 1
}

export const statusOfIpo = (t: Translate<'subscriptions'>, ipo: IpoItem, now: number): Status => {
  const code = codeAt(ipo, now) as IpoCode
  return { ...ipoLooks[code], label: t(`ipo.${code}`) }
}

/** How long it is until a moment, in the largest unit that says something. */
export function spanUntil(t: Translate<'subscriptions'>, moment: number, now: number): string {
  const span = Math.max(0, moment - now)
  if (span >= 2 * DAY_MS) return t('left.days', { num: String(Math.floor(span / DAY_MS)) })
  if (span >= 2 * HOUR_MS) return t('left.hours', { num: String(Math.floor(span / HOUR_MS)) })
  return t('left.minutes', { num: String(Math.max(1, Math.ceil(span / MINUTE_MS))) })
}
