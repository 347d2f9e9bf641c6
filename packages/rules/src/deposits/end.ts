import { house, walletAccount } from '../ledger/accounts.ts'
import { type AccountState, type Outcome, walletOf } from '../ledger/account-state.ts'
import { type Line, transfer } from '../ledger/entry.ts'
import { least } from '../decimal.ts'
import { moneyFact } from '../messages/message.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { availableOf, walletCurrencies } from '../wallets/wallet.ts'
import { linkOf } from './announce.ts'
import { channelOf } from './channel.ts'
import { REVERSED_STEP, changed, outsideOf } from './credit.ts'
import { ANNOUNCED_FOR_MS, type Deposit, type FailureReason } from './deposit.ts'
import { depositKind } from './records.ts'
import { messageKind } from '../messages/records.ts'

/** Ends a deposit that was announced two days ago and never came. Before that, or a second time, nothing happens. */
export function expireDeposit(state: AccountState, depositId: string, now: Instant): Outcome {
  const deposit = depositKind.of(state).get(depositId)
  if (deposit?.status !== 'announced' || now - deposit.startedAt < ANNOUNCED_FOR_MS) return { entries: [] }
  return failed(deposit, 'NO_FUNDS', now)
}

/** Staff turn down a deposit that has not been credited: nothing was posted for it, and arrived money goes back to its sender. */
export function rejectDeposit(state: AccountState, depositId: string, reason: FailureReason, now: Instant): Result<Outcome> {
  const deposit = depositKind.of(state).get(depositId)
  if (deposit === undefined) return refuse('object.not_found', { field: 'id' })
  if (deposit.status !== 'announced' && deposit.status !== 'arrived') return refuse('deposit.already_decided', { status: deposit.status })
  return ok(failed(deposit, reason, now))
}

function failed(deposit: Deposit, reason: FailureReason, now: Instant): Outcome {
  const amount = moneyFact(deposit.arrival?.amount ?? deposit.announced ?? 0n, channelOf(deposit.channel).currency)
  return {
    entries: [],
    records: depositKind.changed(changed(deposit, 'fail', { reason }, now)),
    events: messageKind.happened({ template: 'deposit.failed', facts: { amount, why: reason }, link: linkOf(deposit.id) }),
  }
}

type Reversing = Readonly<{ depositId: string; reason: 'REORGANISED' | 'RECALLED'; valueDate: CalendarDate }>

/**
 * J04: the chain or the bank takes its money back. An amount no longer in the wallet is owed through suspense, and the account is frozen
 * until a person has looked at it. If nothing was posted yet, the deposit just fails.
 */
export function reverseDeposit(state: AccountState, { depositId, reason, valueDate }: Reversing, now: Instant): Outcome {
  const deposit = depositKind.of(state).get(depositId)
  if (deposit === undefined) return { entries: [] }
  if (deposit.status === 'arrived') return failed(deposit, reason, now)
  if (deposit.status !== 'credited' && deposit.status !== 'waiting') return { entries: [] }
  const channel = channelOf(deposit.channel)
  const credit = deposit.credited ?? 0n
  const taken = least(credit, availableOf(walletOf(state, channel.wallet)))
  const shortfall = credit - taken
  const currency = walletCurrencies[channel.wallet]
  const facts = { amount: moneyFact(deposit.arrival?.amount ?? 0n, channel.currency), taken: moneyFact(taken, currency), why: reason }
  const link = linkOf(depositId)
  return {
    entries: [
      {
        journal: 'J04',
        cause: { kind: 'deposit', id: depositId, step: REVERSED_STEP },
        lines: returnLines(deposit, { taken, shortfall }),
        valueDate,
      },
    ],
    records: depositKind.changed(changed(deposit, 'reverse', { reason, shortfall }, now)),
    events: messageKind.happened(
      shortfall === 0n
        ? { template: 'deposit.reversed', facts, link }
        : { template: 'deposit.reversedShort', facts: { ...facts, missing: moneyFact(shortfall, currency) }, link },
    ),
    ...(shortfall === 0n ? {} : { freezes: true }),
  }
}

function returnLines(deposit: Deposit, { taken, shortfall }: Readonly<{ taken: bigint; shortfall: bigint }>): readonly Line[] {
  const channel = channelOf(deposit.channel)
  const outside = outsideOf(channel)
  const arrived = { asset: channel.currency, amount: deposit.arrival?.amount ?? 0n }
  if (deposit.status === 'waiting') return transfer({ from: house.suspense(channel.currency), to: outside, ...arrived })
  const asset = walletCurrencies[channel.wallet]
  const target = asset === channel.currency ? outside : house.exchange(asset)
  return [
    ...transfer({ from: walletAccount(channel.wallet, 'CASH'), to: target, asset, amount: taken }),
    ...transfer({ from: house.suspense(asset), to: target, asset, amount: shortfall }),
    ...(asset === channel.currency ? [] : transfer({ from: house.exchange(channel.currency), to: outside, ...arrived })),
  ]
}
