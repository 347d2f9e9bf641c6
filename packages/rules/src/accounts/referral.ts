import { divide, greatest, least } from '../decimal.ts'
import { house, walletAccount } from '../ledger/accounts.ts'
import type { Outcome } from '../ledger/account-state.ts'
import { transfer } from '../ledger/entry.ts'
import { moneyFact } from '../messages/message.ts'
import { moneyOf } from '../money.ts'
import { type CalendarDate, DAY_MS } from '../time.ts'
import { messageKind } from '../messages/records.ts'

/**
 * The reward for bringing a customer: a part of the commissions they pay, for a while, up to a limit, one level deep
 * (`docs/rules/referrals.md` E.10).
 */
export const referralTerms = { percent: 20n, days: 180, cap: moneyOf('100', 'USD').minor } as const
export const REFERRAL_MS = referralTerms.days * DAY_MS

const WHOLE = 100n

type Earned = Readonly<{
  /** Commissions paid within the time that counts, in cents. */
  commissions: bigint
  /** The amount already paid out for this person, in cents. */
  paid: bigint
}>

/** The amount to be paid out now, in cents; never taken back. */
export function rebateDue({ commissions, paid }: Earned): bigint {
  const earned = least(divide(commissions * referralTerms.percent, WHOLE, 'DOWN'), referralTerms.cap)
  return greatest(earned - paid, 0n)
}

type Paying = Readonly<{ refereeId: string; week: number; amount: bigint; valueDate: CalendarDate }>

/** J95: once a week for each person brought. The message does not name them. */
export function payRebate({ refereeId, week, amount, valueDate }: Paying): Outcome {
  const lines = transfer({ from: house.referral('USD'), to: walletAccount('US_WALLET', 'CASH'), asset: 'USD', amount })
  return {
    entries: [{ journal: 'J95', cause: { kind: 'referral', id: refereeId, step: week }, lines, valueDate }],
    events: messageKind.happened({ template: 'referral.paid', facts: { amount: moneyFact(amount, 'USD') }, link: null }),
  }
}
