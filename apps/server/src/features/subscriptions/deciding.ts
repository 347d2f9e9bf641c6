import { formatMinor } from '@rueda/rules/money.ts'
import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import { applyFor, cancelApplication } from '@rueda/rules/subscriptions/apply.ts'
import { type Offering, SUBSCRIPTION_CURRENCY, SUBSCRIPTION_WALLET } from '@rueda/rules/subscriptions/offering.ts'
import type { Subscription } from '@rueda/rules/subscriptions/subscription.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Deciding } from '../../app.ts'
import { houseDate } from '../../venue/value-date.ts'
import type { Decision } from '../../write-path/command.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { type AskedSource, withBrought } from '../transfers/bring.ts'

/** What is decided of every application, whatever it is for. */
type Tools = Pick<Deciding, 'venue'>
type Applying = Readonly<{ id: string; offering: Offering; quantity: bigint; sources: readonly AskedSource[] }>
type Applied = Readonly<{ orderId: string; holdAmount: string; status: 0 }>

/** Takes an application, whose whole price is on hold with it; what is missing of it comes from the sources. */
export function takeApplication(
  app: Tools & Pick<Deciding, 'switches'>,
  { id, offering, quantity, sources }: Applying,
  state: AccountState,
  now: Instant,
): Result<Decision<Applied>> {
  const valueDate = houseDate(app.venue)
  const asked = { id, number: referenceNumber('N', valueDate, id), offering, quantity, valueDate }
  const lacking = { wallet: SUBSCRIPTION_WALLET, sources }
  const applied = withBrought(app, lacking, { state, now, decide: (at) => applyFor(at, asked, now) })
  if (!applied.ok) return applied
  const { subscription, outcome } = applied.value
  return ok({ outcome, data: { orderId: id, holdAmount: formatMinor(subscription.amount, SUBSCRIPTION_CURRENCY), status: 0 } })
}

type Cancelling<Answer> = Readonly<{ id: string; closesAt: Instant; present: (subscription: Subscription) => Answer }>

/** Takes an application back, and gives all of its money back, while its window is open. */
export function takeBackApplication<Answer>(
  { venue }: Tools,
  { id, closesAt, present }: Cancelling<Answer>,
  state: AccountState,
  now: Instant,
): Result<Decision<Answer>> {
  const cancelled = cancelApplication(state, { id, closesAt, valueDate: houseDate(venue) }, now)
  if (!cancelled.ok) return cancelled
  const { subscription, outcome } = cancelled.value
  return ok({ outcome, data: present(subscription) })
}
