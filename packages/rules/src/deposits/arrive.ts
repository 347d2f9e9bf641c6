import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { next } from '../machine.ts'
import { moneyFact } from '../messages/message.ts'
import type { Instant } from '../time.ts'
import { linkOf, newDeposit } from './announce.ts'
import { type ChannelId, channelOf } from './channel.ts'
import { type Arrival, type Deposit, depositMachine } from './deposit.ts'
import { depositKind, arrivalKind } from './records.ts'
import { messageKind } from '../messages/records.ts'

type Arriving = Readonly<{
  channel: ChannelId
  arrival: Arrival
  /** The number of a deposit that was not announced; its id is the arrival's own. */
  number: string
  /** The time a bank line is matched; an announced deposit has its own. */
  reviewAt: Instant
}>

/** Matches a line of the chain or of the bank to its announced deposit, or makes a new one; once, however often it is read. */
export function registerArrival(state: AccountState, { channel, arrival, number, reviewAt }: Arriving, now: Instant): Outcome {
  const known = [...depositKind.of(state).values()]
  if (known.some((deposit) => deposit.arrival?.id === arrival.id)) return { entries: [] }
  const deposit = announcedFor(known, channel, arrival) ?? newDeposit({ id: arrival.id, number, accountId: state.accountId, channel }, now)
  const status = next(depositMachine, deposit.status, 'arrive')
  if (status === null) throw new Error('only what was announced can arrive')
  const { currency, rail } = channelOf(channel)
  const arrived: Deposit = {
    ...deposit,
    arrival,
    status,
    reviewAt: rail.kind === 'bank' ? (deposit.reviewAt ?? reviewAt) : null,
    changedAt: now,
  }
  const facts = { amount: moneyFact(arrival.amount, currency) }
  return {
    entries: [],
    records: depositKind.changed(arrived),
    events: [
      ...arrivalKind.happened({ accountId: state.accountId, channel, ...arrival }),
      ...messageKind.happened({ template: rail.kind === 'bank' ? 'deposit.received' : 'deposit.seen', facts, link: linkOf(deposit.id) }),
    ],
  }
}

/** Finds it by its hash; else by its amount; else takes the oldest that names no other transaction. */
function announcedFor(known: readonly Deposit[], channel: ChannelId, { reference, amount }: Arrival): Deposit | undefined {
  const waiting = known
    .filter((deposit) => deposit.channel === channel && deposit.status === 'announced')
    .toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
  const unnamed = waiting.filter(({ txHash }) => txHash === null)
  return waiting.find(({ txHash }) => txHash === reference) ?? unnamed.find(({ announced }) => announced === amount) ?? unnamed[0]
}
