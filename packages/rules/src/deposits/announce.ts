import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { moneyFact } from '../messages/message.ts'
import { formatMinor } from '../money.ts'
import { type Refusal, type Result, ok, refuse } from '../result.ts'
import type { Instant } from '../time.ts'
import { walletCurrencies } from '../wallets/wallet.ts'
import { type ChannelId, channelOf, creditOf, creditRate } from './channel.ts'
import { type Deposit, MAX_OPEN, isOpenDeposit } from './deposit.ts'
import { depositKind } from './records.ts'
import { messageKind } from '../messages/records.ts'

/** A customer's announcement of a deposit; `amount` in minor units of the channel's currency. */
export type DepositRequest = Readonly<{
  id: string
  number: string
  channel: ChannelId
  amount: bigint
  proof: string | null
  txHash: string | null
  reviewAt: Instant
  /** The market's mid for the channel's currency; null where it has none. */
  mid: bigint | null
  /** The minimum it must reach as of now; the channel's own first minimum if it never changed. */
  minimum?: bigint
}>

export type Announced = Readonly<{ deposit: Deposit; outcome: Outcome }>

/** J01: nothing is posted before something arrives. */
export function announceDeposit(state: AccountState, request: DepositRequest, now: Instant): Result<Announced> {
  const { id, number, channel, amount, proof, txHash } = request
  if (state.frozen) return refuse('account.frozen')
  const wrong = checkAmount(request) ?? checkProof(request) ?? checkRoom(state, channel)
  if (wrong !== null) return wrong
  const { rail, currency } = channelOf(channel)
  const deposit: Deposit = {
    ...newDeposit({ id, number, accountId: state.accountId, channel }, now),
    announced: amount,
    proof,
    txHash,
    reviewAt: rail.kind === 'bank' ? request.reviewAt : null,
  }
  const facts = { amount: moneyFact(amount, currency) }
  return ok({
    deposit,
    outcome: {
      entries: [],
      records: depositKind.changed(deposit),
      events: messageKind.happened({ template: 'deposit.announced', facts, link: linkOf(id) }),
    },
  })
}

export const linkOf = (id: string) => `deposit:${id}` as const

/** A deposit known only by its identity. */
export const newDeposit = (of: Pick<Deposit, 'id' | 'number' | 'accountId' | 'channel'>, now: Instant): Deposit => ({
  ...of,
  announced: null,
  proof: null,
  txHash: null,
  arrival: null,
  credited: null,
  rate: null,
  shortfall: 0n,
  status: 'announced',
  reason: null,
  startedAt: now,
  reviewAt: null,
  changedAt: now,
})

/** The minimum is one unit of the wallet; a coin without a price cannot be worth it. */
function checkAmount({ channel: id, amount, mid, minimum }: DepositRequest): Refusal | null {
  const channel = channelOf(id)
  const wanted = minimum ?? channel.minimum
  const rate = creditRate(channel, mid)
  if (rate === null) return refuse('deposit.channel_disabled', { field: 'channelId' })
  const least = formatMinor(wanted, walletCurrencies[channel.wallet])
  if (creditOf(channel, amount, rate) < wanted) return refuse('deposit.below_minimum', { field: 'amount', num: least })
  if (amount > channel.largest)
    return refuse('deposit.above_maximum', { field: 'amount', num: formatMinor(channel.largest, channel.currency) })
  return null
}

/** A transfer shows its proof; a transaction on a chain can be looked up by its hash instead. */
function checkProof({ channel, proof, txHash }: DepositRequest): Refusal | null {
  const isShown = proof !== null || (channelOf(channel).rail.kind === 'crypto' && txHash !== null)
  return isShown ? null : refuse('deposit.proof_required', { field: 'proofImg' })
}

export function checkRoom(state: AccountState, channel: ChannelId): Refusal | null {
  const open = [...depositKind.of(state).values()].filter((deposit) => deposit.channel === channel && isOpenDeposit(deposit))
  return open.length < MAX_OPEN ? null : refuse('deposit.too_many', { num: String(MAX_OPEN) })
}
