import type { Withdrawal as WithdrawalRow } from '@rueda/contract/withdrawals.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import { cancelWithdrawal } from '@rueda/rules/withdrawals/end.ts'
import type { Deciding } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { houseDate } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
import { presentWithdrawal } from './present.ts'
import type { WithdrawalDeps } from './quotes.ts'
import { type Step, ownWithdrawal, stepsOf } from './store.ts'
import { withdrawalsById } from './records.ts'
import { withdrawalKind } from '@rueda/rules/withdrawals/records.ts'

type Cancelling = Readonly<{ caller: Caller; idempotency: Idempotency; id: string }>

/** Cancels a withdrawal. Never blocked by the state of the account. */
export async function takeBackWithdrawal(app: WithdrawalDeps, { caller, idempotency, id }: Cancelling): Promise<Result<WithdrawalRow>> {
  const { accountId } = caller
  // The wallet of a withdrawal never changes, so it is read ahead; its status is decided under the lock.
  const known = await ownWithdrawal(app.pool, accountId, id)
  const before = (await stepsOf(app.pool, accountId, [id])).get(id) ?? []
  const now = app.wallClock.now()
  const cancelled = { withdrawalId: id, wallets: known === null ? [] : [known.wallet], before, now }
  return app.commands.run(cancellingWithdrawal, { accountId, idempotency, arguments: cancelled })
}

type Cancelled = Readonly<{ withdrawalId: string; wallets: readonly WalletType[]; before: readonly Step[]; now: Instant }>

export const cancellingWithdrawal = commandKind({
  name: 'withdrawals.cancel',
  reads: ({ withdrawalId, wallets }: Cancelled) => ({ wallets, records: [withdrawalsById([withdrawalId])] }),
  decide: (app: Pick<Deciding, 'venue' | 'terms'>, { withdrawalId, before, now }, state) => {
    const cancelled = cancelWithdrawal(state, { withdrawalId, valueDate: houseDate(app.venue), now })
    if (!cancelled.ok) return cancelled
    const [withdrawal] = withdrawalKind.in(cancelled.value)
    if (withdrawal === undefined) throw new Error('a cancelled withdrawal is part of its outcome')
    const steps = [...before, { kind: 'cancelled', by: 'customer', at: now } as const]
    return ok({ outcome: cancelled.value, data: presentWithdrawal(app, withdrawal, steps) })
  },
})
