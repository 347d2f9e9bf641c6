import type { Transfer as TransferRow } from '@rueda/contract/transfers.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import { cancelTransfer } from '@rueda/rules/transfers/end.ts'
import type { App } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { presentTransfer } from './present.ts'
import { ownTransfer } from './store.ts'

type CallingBack = Readonly<{ caller: Caller; idempotency: Idempotency; transferId: string }>

/** Cancels an exchange that has not settled. Never blocked by the state of the account. */
export async function callBack(app: App, { caller, idempotency, transferId }: CallingBack): Promise<Result<TransferRow>> {
  const { accountId } = caller
  // The wallets of a transfer never change, so they are read ahead; its status is decided under the lock.
  const known = await ownTransfer(app.pool, accountId, transferId)
  return app.writePath.run({
    accountId,
    idempotency,
    reads: { wallets: known === null ? [] : [known.from, known.to], transfers: [transferId] },
    decide: (books, now) => {
      const cancelled = cancelTransfer(books, { transferId, valueDate: app.venue.session('US').tradeDate }, now)
      if (!cancelled.ok) return cancelled
      const [transfer] = cancelled.value.transfers ?? []
      if (transfer === undefined) throw new Error('a cancelled transfer is part of its outcome')
      return ok({ outcome: cancelled.value, data: presentTransfer(transfer) })
    },
  })
}
