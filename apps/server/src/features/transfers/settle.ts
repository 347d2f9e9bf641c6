import { pairOf } from '@rueda/rules/transfers/exchange.ts'
import { settleTransfer } from '@rueda/rules/transfers/end.ts'
import type { Transfer } from '@rueda/rules/transfers/transfer.ts'
import { ok } from '@rueda/rules/result.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import { taken } from '../../in-sets.ts'
import { houseDate } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
import { dueTransfers } from './store.ts'
import { transfersById } from './records.ts'

type Settling = Pick<App, 'pool' | 'clock' | 'venue' | 'commands'>

const MAX_AT_ONCE = 256

/**
 * Settles every exchange whose time has come, set by set. Due ones are in the database and each is decided under the lock of its account,
 * so that this may run twice, or late after downtime. Returns the number of exchanges.
 */
export async function settleDueTransfers(app: Settling): Promise<number> {
  const now = app.clock.now()
  let count = 0
  for (;;) {
    const due = await dueTransfers(app.pool, now, MAX_AT_ONCE)
    await Promise.all(due.map((transfer) => settleOne(app, transfer)))
    count += due.length
    if (due.length < MAX_AT_ONCE) return count
  }
}

async function settleOne({ commands }: Settling, { id, accountId, from, to }: Transfer): Promise<void> {
  taken(await commands.run(settlingExchange, { accountId, idempotency: null, arguments: { id, from, to } }))
}

export const settlingExchange = commandKind({
  name: 'transfers.settle',
  reads: ({ id, from, to }: Pick<Transfer, 'id' | 'from' | 'to'>) => ({ wallets: [from, to], records: [transfersById([id])] }),
  decide: ({ venue }: Pick<App, 'venue'>, { id, from, to }, state, now) => {
    const heardAt = venue.fxMid(pairOf(walletCurrencies[from], walletCurrencies[to]))?.at ?? null
    const settled = settleTransfer(state, { transferId: id, valueDate: houseDate(venue), heardAt }, now)
    return settled.ok ? ok({ outcome: settled.value, data: true }) : settled
  },
})
