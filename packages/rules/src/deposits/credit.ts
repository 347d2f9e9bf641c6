import { house, walletAccount } from '../ledger/accounts.ts'
import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { type EntryDraft, type Line, transfer } from '../ledger/entry.ts'
import { next } from '../machine.ts'
import { type MessageDraft, moneyFact } from '../messages/message.ts'
import { firstLimits } from '../terms/limits.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { walletCurrencies } from '../wallets/wallet.ts'
import { linkOf } from './announce.ts'
import { CONFIRMATIONS, type DepositChannel, channelOf, creditOf, creditRate } from './channel.ts'
import { type Deposit, depositMachine } from './deposit.ts'
import { depositKind } from './records.ts'
import { messageKind } from '../messages/records.ts'

/** The evidence that the money is the customer's: blocks upon it, the rule for bank lines, or a person. */
type Evidence =
  | Readonly<{ by: 'chain'; confirmations: number }>
  /** `dollars` in cents at the market's mid; null where the market has none. */
  | Readonly<{ by: 'rule'; dollars: bigint | null }>
  | Readonly<{ by: 'staff' }>

type Crediting = Readonly<{
  depositId: string
  evidence: Evidence
  mid: bigint | null
  valueDate: CalendarDate
  /** The minimum when it began; the channel's own first minimum if it never changed. */
  minimum?: bigint
  /** The limit in cents of dollars up to which bank lines were credited by rule when it began; the first limit if it never changed. */
  automaticUpTo?: bigint
}>

export const SUSPENDED_STEP = 0
export const CREDITED_STEP = 1
export const REVERSED_STEP = 2

/**
 * J02, or J03 while everything that came over the channel is still less than the minimum. The amount is the arrival's own. Does nothing
 * when it is too early, already done, or without a price.
 */
export function creditDeposit(
  state: AccountState,
  { depositId, evidence, mid, valueDate, minimum, automaticUpTo = firstLimits.depositAutomatic }: Crediting,
  now: Instant,
): Outcome {
  const deposit = depositKind.of(state).get(depositId)
  if (deposit?.status !== 'arrived' || !suffices(deposit, evidence, automaticUpTo, now)) return { entries: [] }
  const first = channelOf(deposit.channel)
  const channel = minimum === undefined ? first : { ...first, minimum }
  const rate = creditRate(channel, mid)
  if (rate === null) return { entries: [] }
  const waiting = waitingBeside(state, deposit)
  const together = [...waiting, deposit]
  const total = together.reduce((sum, { arrival }) => sum + (arrival?.amount ?? 0n), 0n)
  if (creditOf(channel, total, rate) < channel.minimum) return suspended(deposit, { channel, total, valueDate }, now)
  return credited(together, { channel, rate, valueDate }, now)
}

function suffices({ channel, reviewAt }: Deposit, evidence: Evidence, automaticUpTo: bigint, now: Instant): boolean {
  const { rail } = channelOf(channel)
  if (rail.kind === 'crypto') return evidence.by === 'chain' && evidence.confirmations >= CONFIRMATIONS
  if (evidence.by === 'chain') return false
  if (evidence.by === 'staff') return true
  return rail.isByRule && evidence.dollars !== null && evidence.dollars <= automaticUpTo && reviewAt !== null && now >= reviewAt
}

/** Deposits over the same channel that were too small, the oldest first. */
const waitingBeside = (state: AccountState, { channel }: Deposit): readonly Deposit[] =>
  [...depositKind.of(state).values()]
    .filter((deposit) => deposit.channel === channel && deposit.status === 'waiting')
    .toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))

type Suspending = Readonly<{ channel: DepositChannel; total: bigint; valueDate: CalendarDate }>

function suspended(deposit: Deposit, { channel, total, valueDate }: Suspending, now: Instant): Outcome {
  const { currency } = channel
  const amount = deposit.arrival?.amount ?? 0n
  const lines = transfer({ from: outsideOf(channel), to: house.suspense(currency), asset: currency, amount })
  const facts = {
    amount: moneyFact(amount, currency),
    total: moneyFact(total, currency),
    minimum: moneyFact(channel.minimum, walletCurrencies[channel.wallet]),
  }
  return {
    entries: [{ journal: 'J03', cause: { kind: 'deposit', id: deposit.id, step: SUSPENDED_STEP }, lines, valueDate }],
    records: depositKind.changed(changed(deposit, 'suspend', {}, now)),
    events: messageKind.happened({ template: 'deposit.waiting', facts, link: linkOf(deposit.id) }),
  }
}

type Paying = Readonly<{ channel: DepositChannel; rate: bigint; valueDate: CalendarDate }>

/** Rounded over the sum, so that nothing is lost by arriving in pieces. */
function credited(together: readonly Deposit[], { channel, rate, valueDate }: Paying, now: Instant): Outcome {
  const entries: EntryDraft[] = []
  const deposits: Deposit[] = []
  const messages: MessageDraft[] = []
  let arrived = 0n
  for (const deposit of together) {
    const amount = deposit.arrival?.amount ?? 0n
    const credit = creditOf(channel, arrived + amount, rate) - creditOf(channel, arrived, rate)
    arrived += amount
    const isWaiting = deposit.status === 'waiting'
    const lines = creditLines(channel, isWaiting ? house.suspense(channel.currency) : outsideOf(channel), { amount, credit })
    entries.push({ journal: isWaiting ? 'J03' : 'J02', cause: { kind: 'deposit', id: deposit.id, step: CREDITED_STEP }, lines, valueDate })
    deposits.push(changed(deposit, 'credit', { credited: credit, rate }, now))
    const facts = {
      amount: moneyFact(amount, channel.currency),
      credited: moneyFact(credit, walletCurrencies[channel.wallet]),
      wallet: channel.wallet,
    }
    messages.push({ template: 'deposit.credited', facts, link: linkOf(deposit.id) })
  }
  return { entries, records: depositKind.changed(...deposits), events: messageKind.happened(...messages) }
}

/** Into a wallet of another currency it goes over the exchange desk. */
function creditLines(
  channel: DepositChannel,
  from: string,
  { amount, credit }: Readonly<{ amount: bigint; credit: bigint }>,
): readonly Line[] {
  const asset = walletCurrencies[channel.wallet]
  const cash = walletAccount(channel.wallet, 'CASH')
  if (asset === channel.currency) return transfer({ from, to: cash, asset, amount })
  return [
    ...transfer({ from, to: house.exchange(channel.currency), asset: channel.currency, amount }),
    ...transfer({ from: house.exchange(asset), to: cash, asset, amount: credit }),
  ]
}

/** The ledger account of a channel's money at the bank or on the chain. */
export const outsideOf = ({ rail, currency }: DepositChannel): string =>
  rail.kind === 'crypto' ? house.chain(currency, rail.network) : house.bank(currency)

/** A deposit after an action that its table allows; any other is a bug. */
export function changed(
  deposit: Deposit,
  action: 'credit' | 'suspend' | 'reverse' | 'fail',
  facts: Partial<Deposit>,
  now: Instant,
): Deposit {
  const status = next(depositMachine, deposit.status, action)
  if (status === null) throw new Error(`a deposit that is ${deposit.status} cannot ${action}`)
  return { ...deposit, ...facts, status, changedAt: now }
}
