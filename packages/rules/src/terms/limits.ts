import { moneyOf } from '../money.ts'
import { type Refusal, refuse } from '../result.ts'

/**
 * The brokerage's money limits, in cents of dollars (`docs/rules/withdrawals.md` E.11). These are the first version; each changes by two
 * persons, announced ahead, and a withdrawal or a deposit that has begun is finished under the limits it began under.
 */
export const limitNames = [
  'withdrawalLeast',
  'withdrawalRequest',
  'withdrawalDay',
  'withdrawalMonth',
  'withdrawalAlone',
  'withdrawalCode',
  'depositAutomatic',
] as const
export type LimitName = (typeof limitNames)[number]
export type Limits = Readonly<Record<LimitName, bigint>>

const dollars = (amount: string): bigint => moneyOf(amount, 'USD').minor

export const firstLimits: Limits = {
  withdrawalLeast: dollars('10'),
  withdrawalRequest: dollars('10000'),
  withdrawalDay: dollars('20000'),
  withdrawalMonth: dollars('100000'),
  // From the cent above this on, two people have to approve.
  withdrawalAlone: dollars('5000'),
  // A mailed code proves the mailbox where more than this leaves within a day.
  withdrawalCode: dollars('1000'),
  // A bank line up to this is credited by rule, above it by staff.
  depositAutomatic: dollars('10000'),
}

/** Anything outside of this range is a typing mistake. */
const MIN_LIMIT = dollars('1')
const MAX_LIMIT = dollars('10000000')
/** Each of these holds at most what the next one does. */
const NESTED = ['withdrawalLeast', 'withdrawalRequest', 'withdrawalDay', 'withdrawalMonth'] as const

/** Refuses a limit that does not fit the others that hold at its moment. */
export function checkLimit(name: LimitName, limit: bigint, beside: Limits): Refusal | null {
  const wrong = refuse('parameter.invalid', { field: 'amount' })
  if (limit < MIN_LIMIT || limit > MAX_LIMIT) return wrong
  const then = { ...beside, [name]: limit }
  const isNested = NESTED.every((each, at) => at === 0 || then[NESTED[at - 1] ?? each] <= then[each])
  return isNested ? null : wrong
}
