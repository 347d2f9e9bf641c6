import type { Deposit as DepositRow } from '@rueda/contract/deposits.ts'
import { checkRoom } from '@rueda/rules/deposits/announce.ts'
import { type ChannelId, channelOf, creditRate } from '@rueda/rules/deposits/channel.ts'
import type { DepositStatus } from '@rueda/rules/deposits/deposit.ts'
import { reverseDeposit } from '@rueda/rules/deposits/end.ts'
import type { Outcome } from '@rueda/rules/ledger/account-state.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { App, Deciding } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { houseDate } from '../../venue/value-date.ts'
import type { Decision } from '../../write-path/command.ts'
import { commandKind } from '../../write-path/commands.ts'
import { type Paid, decideArrival } from './arrive.ts'
import { coinMid } from './coin-mid.ts'
import { presentDeposit } from './present.ts'
import { ownDeposit } from './store.ts'
import { openDepositsOver, depositsById } from './records.ts'
import { depositKind } from '@rueda/rules/deposits/records.ts'

type Paying = Readonly<{ caller: Caller; idempotency: Idempotency; channel: ChannelId; amount: bigint }>

/**
 * Simulates a payment from outside by the customer: to the own address, or with the own reference. It is then handled like a real payment.
 */
export async function simulatePayment(app: App, { caller, idempotency, channel: id, amount }: Paying): Promise<Result<DepositRow>> {
  const channel = channelOf(id)
  if (creditRate(channel, coinMid(app.venue, channel)) === null) return refuse('deposit.channel_disabled', { field: 'channelId' })
  if (amount > channel.largest)
    return refuse('deposit.above_maximum', { field: 'amount', num: formatMinor(channel.largest, channel.currency) })
  const paid = { id: app.ids.next(), channel: id, amount }
  return app.commands.run(payingIn, { accountId: caller.accountId, idempotency, arguments: paid })
}

export const payingIn = commandKind({
  name: 'deposits.payIn',
  reads: ({ channel }: Paid) => ({ records: [openDepositsOver([channel])] }),
  decide: (app: Pick<Deciding, 'switches' | 'vault' | 'venue' | 'settings' | 'random'>, paid, state, now) =>
    app.switches.refusal(`deposits.${paid.channel}`) ??
    checkRoom(state, paid.channel) ??
    changedBy(decideArrival(app, state, paid, now), now),
})

type Recalling = Readonly<{ caller: Caller; idempotency: Idempotency; id: string }>

/** Takes a deposit back from outside: its block is no longer part of the chain, or its bank asks for it back. */
export async function simulateRecall(app: App, { caller, idempotency, id }: Recalling): Promise<Result<DepositRow>> {
  const known = await ownDeposit(app.pool, caller.accountId, id)
  if (known === null) return refuse('object.not_found', { field: 'id' })
  const { rail, wallet } = channelOf(known.channel)
  const reason = rail.kind === 'crypto' ? 'REORGANISED' : 'RECALLED'
  const recalled = { depositId: id, wallet, reason, status: known.status } as const
  return app.commands.run(recallingPayment, { accountId: caller.accountId, idempotency, arguments: recalled })
}

type Recalled = Readonly<{ depositId: string; wallet: WalletType; reason: 'REORGANISED' | 'RECALLED'; status: DepositStatus }>

export const recallingPayment = commandKind({
  name: 'deposits.recall',
  reads: ({ wallet, depositId }: Recalled) => ({ wallets: [wallet], records: [depositsById([depositId])] }),
  decide: ({ venue }: Pick<App, 'venue'>, { depositId, reason, status }, state, now) => {
    const outcome = reverseDeposit(state, { depositId, reason, valueDate: houseDate(venue) }, now)
    return depositKind.in(outcome).length === 0 ? refuse('deposit.already_decided', { status }) : changedBy(outcome, now)
  },
})

function changedBy(outcome: Outcome, now: Instant): Result<Decision<DepositRow>> {
  const [deposit] = depositKind.in(outcome)
  if (deposit === undefined) throw new Error('a payment that was just made is part of its outcome')
  return ok({ outcome, data: presentDeposit(deposit, now) })
}
