import { SCALE, formatScaled } from '../decimal.ts'
import { house, securityAccount } from '../ledger/accounts.ts'
import type { AccountState } from '../ledger/account-state.ts'
import { type EntryDraft, type Line, transfer } from '../ledger/entry.ts'
import { next } from '../machine.ts'
import { type MessageDraft, moneyFact } from '../messages/message.ts'
import { messageKind } from '../messages/records.ts'
import { buyInto, openPosition } from '../positions/position.ts'
import { positionKind } from '../positions/records.ts'
import { shareLockKind } from '../positions/share-lock.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { type Applied, HOLD, causeOf, refund, steps } from './apply.ts'
import { SUBSCRIPTION_CURRENCY, costOf } from './offering.ts'
import { subscriptionKind } from './records.ts'
import { type Subscription, subscriptionMachine } from './subscription.ts'

/**
 * What an offering brings an application: its allotment with the rest going back at once, the shares on their day, or everything back where
 * the offering is withdrawn (`docs/rules/ipo.md` E.1). Each is null where the application is not in the state for it, so that a job may try
 * twice.
 */
type Settling = Readonly<{
  id: string
  allotted: bigint
  name: string
  /** The day that the customer is told: on which new shares come, or from which on those of a placing can be sold. */
  toldDay: CalendarDate
  valueDate: CalendarDate
}>

/** J51 captures the price of what was allotted, J52 gives the rest back. */
export function settleApplication(state: AccountState, settling: Settling, now: Instant): Applied | null {
  const { id, allotted, name, toldDay, valueDate } = settling
  const subscription = subscriptionKind.of(state).get(id)
  const status = subscription === undefined ? null : next(subscriptionMachine, subscription.status, allotted > 0n ? 'allot' : 'miss')
  if (subscription === undefined || status === null) return null
  if (allotted > subscription.quantity) throw new Error(`more is allotted to ${id} than it asked for`)
  const paid = costOf(subscription, allotted)
  const settled: Subscription = { ...subscription, status, allotted, paid, changedAt: now }
  const rest = subscription.amount - paid
  const entries: EntryDraft[] = []
  if (paid > 0n)
    entries.push({ journal: 'J51', cause: causeOf(settled, steps.allot), lines: payment(settled, HOLD, poolOf(settled)), valueDate })
  if (rest > 0n) entries.push(refund(settled, rest, steps.refund, valueDate))
  const message = messageOf(settled, { name, refund: moneyFact(rest, SUBSCRIPTION_CURRENCY), date: toldDay })
  return {
    subscription: settled,
    outcome: { entries, records: subscriptionKind.changed(settled), events: messageKind.happened(message) },
  }
}

type Told = Readonly<{ name: string; refund: ReturnType<typeof moneyFact>; date: CalendarDate }>

function messageOf({ kind, status, allotted, paid }: Subscription, { name, refund: back, date }: Told): MessageDraft {
  if (status !== 'allotted')
    return { template: kind === 'ipo' ? 'subscription.notAllotted' : 'placing.notAllotted', facts: { name, refund: back }, link: null }
  return {
    template: kind === 'ipo' ? 'subscription.allotted' : 'placing.allotted',
    facts: { name, quantity: formatScaled(allotted), paid: moneyFact(paid, SUBSCRIPTION_CURRENCY), refund: back, date },
    link: null,
  }
}

type Delivering = Readonly<{
  id: string
  venue: string
  /** The trading day that the shares are delivered for. */
  date: CalendarDate
  newPosition: Readonly<{ id: string; number: string }>
  /** The trading day on which the shares are free; null where they are at once. */
  unlocksOn: CalendarDate | null
}>

/** J53: the shares become a position at what they cost, and their issuer has the money. */
export function deliverShares(state: AccountState, delivering: Delivering, now: Instant): Applied | null {
  const { id, venue, date, newPosition, unlocksOn } = delivering
  const subscription = subscriptionKind.of(state).get(id)
  const status = subscription === undefined ? null : next(subscriptionMachine, subscription.status, 'deliver')
  if (subscription === undefined || status === null) return null
  const { instrumentId, allotted, price, paid } = subscription
  const delivered: Subscription = { ...subscription, status, deliveredOn: date, changedAt: now }
  const known = positionKind.of(state).get(instrumentId)
  const before = known ?? openPosition({ ...newPosition, accountId: state.accountId, instrumentId }, now)
  const trade = { quantity: allotted, value: (price * allotted) / SCALE, notional: paid, charges: 0n, tradeDate: date }
  const bought = buyInto(before, trade, now)
  const position = unlocksOn === null ? bought : { ...bought, free: bought.free - allotted, locked: bought.locked + allotted }
  const lock = { id, accountId: state.accountId, instrumentId, quantity: allotted, lockedAt: now, changedAt: now, unlockedAt: null }
  const entry: EntryDraft = {
    journal: 'J53',
    cause: causeOf(delivered, steps.deliver),
    lines: [
      ...transfer({
        from: house.marketSecurities(venue, instrumentId),
        to: securityAccount(unlocksOn === null ? 'SEC' : 'SECLOCK', instrumentId),
        asset: instrumentId,
        amount: allotted,
      }),
      ...payment(delivered, poolOf(delivered), house.market(venue, SUBSCRIPTION_CURRENCY)),
    ],
    valueDate: date,
  }
  const facts = { instrument: instrumentId, quantity: formatScaled(allotted), paid: moneyFact(paid, SUBSCRIPTION_CURRENCY) }
  return {
    subscription: delivered,
    outcome: {
      entries: [entry],
      records: [
        ...positionKind.changed(position),
        ...(unlocksOn === null ? [] : shareLockKind.changed({ ...lock, unlocksOn })),
        ...subscriptionKind.changed(delivered),
      ],
      // Shares of a placing come with their allotment, which was told.
      ...(delivered.kind === 'ipo'
        ? { events: messageKind.happened({ template: 'subscription.delivered', facts, link: `instrument:${instrumentId}` }) }
        : {}),
    },
  }
}

type Withdrawing = Readonly<{
  id: string
  name: string
  /** The number of the entry that captured the price; null while nothing was. */
  paidIn: number | null
  valueDate: CalendarDate
}>

/** The offering is off: J52 gives back what is held; of what was captured J99 first takes the entry back. */
export function withdrawApplication(state: AccountState, { id, name, paidIn, valueDate }: Withdrawing, now: Instant): Applied | null {
  const subscription = subscriptionKind.of(state).get(id)
  const status = subscription === undefined ? null : next(subscriptionMachine, subscription.status, 'withdraw')
  if (subscription === undefined || status === null) return null
  const isPaid = subscription.status === 'allotted'
  if (isPaid && paidIn === null) throw new Error(`the entry that paid for ${id} was not found`)
  const back = isPaid ? subscription.paid : subscription.amount
  const withdrawn: Subscription = { ...subscription, status, allotted: 0n, paid: 0n, changedAt: now }
  const reversal: readonly EntryDraft[] =
    !isPaid || paidIn === null
      ? []
      : [
          {
            journal: 'J99',
            cause: causeOf(subscription, steps.giveBack),
            lines: payment(subscription, HOLD, poolOf(subscription)).map((line) => ({ ...line, amount: -line.amount })),
            valueDate,
            reversalOf: paidIn,
          },
        ]
  const facts = { name, refund: moneyFact(back, SUBSCRIPTION_CURRENCY) }
  return {
    subscription: withdrawn,
    outcome: {
      entries: [...reversal, refund(withdrawn, back, isPaid ? steps.giveBack : steps.refund, valueDate)],
      records: subscriptionKind.changed(withdrawn),
      events: messageKind.happened({ template: 'subscription.withdrawn', facts, link: null }),
    },
  }
}

const poolOf = ({ kind, offeringId }: Subscription): string => house.issue(kind, offeringId)

const payment = ({ paid }: Subscription, from: string, to: string): readonly Line[] =>
  transfer({ from, to, asset: SUBSCRIPTION_CURRENCY, amount: paid })
