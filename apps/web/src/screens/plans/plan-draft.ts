import type { Market } from '@rueda/contract/codes.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import type { Plan, plans } from '@rueda/contract/plans.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { formatScaled, parseScaled } from '@rueda/rules/decimal.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import { MAX_MONTH_DAY, MAX_WEEKDAY, type Rhythm } from '@rueda/rules/plans/plan.ts'
import { finish } from '@rueda/ui/fields/typing.ts'

/** What is typed into the form of a plan. */
export type Draft = Readonly<{ amount: string; givers: readonly WalletType[]; rhythm: Rhythm; day: string; firstDate: string }>

/** The share a plan is for. */
export type Share = Readonly<{ stockCode: string; market: Market; name: string; localLogoUrl: string; currency: string }>

export const weekdays = Array.from({ length: MAX_WEEKDAY }, (_, at) => String(at + 1))

/** From tomorrow on: the purchase of today may be over, and then the first one would be a month away. */
export function emptyDraft(today: string, amount = ''): Draft {
  const firstDate = addDays(today, 1)
  return { amount, givers: [], rhythm: 'month', day: String(Number(firstDate.slice(-2))), firstDate }
}

export const draftOf = ({ amount, givers, rhythm, day, firstDate }: Plan, today: string): Draft => ({
  amount: amount ?? '',
  givers,
  rhythm: rhythm ?? 'month',
  day: String(day ?? 1),
  firstDate: firstDate ?? today,
})

/** A day of the other rhythm means nothing: the week begins on Monday, the month on its first. */
export const withRhythm = (draft: Draft, rhythm: Rhythm): Draft => (draft.rhythm === rhythm ? draft : { ...draft, rhythm, day: '1' })

export type Fault = 'amount' | 'day' | 'firstDate'

/** The first thing that is missing or wrong; null where the server can be asked. */
export function faultOf({ amount, rhythm, day, firstDate }: Draft): Fault | null {
  if (Number(finish(amount) || '0') <= 0) return 'amount'
  const most = rhythm === 'week' ? MAX_WEEKDAY : MAX_MONTH_DAY
  if (!/^\d{1,2}$/u.test(day) || Number(day) < 1 || Number(day) > most) return 'day'
  return firstDate === '' ? 'firstDate' : null
}

type Asked = Pick<InputOf<typeof plans.preview>, 'amount' | 'givers' | 'rhythm' | 'day' | 'firstDate'>

export const inputOf = ({ amount, givers, rhythm, day, firstDate }: Draft): Asked => ({
  amount: finish(amount),
  givers: [...givers],
  rhythm,
  day: Number(day),
  firstDate,
})

/** What a purchase leaves of its amount. */
export const restOf = (amount: string, cost: string): string =>
  formatScaled((parseScaled(finish(amount)) ?? 0n) - (parseScaled(cost) ?? 0n), MONEY_DIGITS)

const MONEY_DIGITS = 2
