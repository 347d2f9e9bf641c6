import type { CallBackQuote, Transfer as TransferRow } from '@rueda/contract/transfers.ts'
import { parseDecimal } from '@rueda/rules/decimal.ts'
import { minorDigits } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { priceCallBack } from '@rueda/rules/transfers/call-back.ts'
import { cancelTransfer } from '@rueda/rules/transfers/end.ts'
import { type MidRate, pairOf } from '@rueda/rules/transfers/exchange.ts'
import type { Transfer } from '@rueda/rules/transfers/transfer.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { houseDate } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
import { presentCallBack, presentTransfer } from './present.ts'
import { ownTransfer } from './store.ts'
import { transfersById } from './records.ts'
import { transferKind } from '@rueda/rules/transfers/records.ts'

type CallingBack = Readonly<{
  caller: Caller
  idempotency: Idempotency
  transferId: string
  /** As it was typed: a smaller amount is not what its customer agreed to. */
  leastReturn?: string | undefined
}>

/** Calls an exchange back that has not settled, at the rate of the moment of the decision. Never blocked by the state of the account. */
export async function callBack(app: App, { caller, idempotency, transferId, leastReturn }: CallingBack): Promise<Result<TransferRow>> {
  const { accountId } = caller
  // The wallets of a transfer never change, so they are read ahead; its status is decided under the lock.
  const known = await ownTransfer(app.pool, accountId, transferId)
  const leastReturned = known === null ? ok(null) : readLeast(known, leastReturn)
  if (!leastReturned.ok) return leastReturned
  const between = known === null ? null : { from: known.from, to: known.to }
  const called = { transferId, between, leastReturned: leastReturned.value }
  return app.commands.run(callingBack, { accountId, idempotency, arguments: called })
}

type Between = Pick<Transfer, 'from' | 'to'>
type CalledBack = Readonly<{ transferId: string; between: Between | null; leastReturned: bigint | null }>

export const callingBack = commandKind({
  name: 'transfers.callBack',
  reads: ({ transferId, between }: CalledBack) => ({
    wallets: between === null ? [] : [between.from, between.to],
    records: [transfersById([transferId])],
  }),
  decide: (app: Pick<App, 'venue'>, { transferId, between, leastReturned }, state, now) => {
    const valueDate = houseDate(app.venue)
    const mid = between === null ? null : (rateOf(app, between)?.mid ?? null)
    const cancelled = cancelTransfer(state, { transferId, valueDate, mid, leastReturned }, now)
    if (!cancelled.ok) return cancelled
    const [transfer] = transferKind.in(cancelled.value)
    if (transfer === undefined) throw new Error('a cancelled transfer is part of its outcome')
    return ok({ outcome: cancelled.value, data: presentTransfer(transfer) })
  },
})

/** Quotes the return and the cost of calling it back at this moment. */
export async function quoteCallBack(app: App, accountId: string, transferId: string): Promise<Result<CallBackQuote>> {
  const transfer = await ownTransfer(app.pool, accountId, transferId)
  if (transfer === null) return refuse('object.not_found', { field: 'transferId' })
  const { exchange, status } = transfer
  const market = rateOf(app, transfer) ?? (exchange === null ? null : { mid: exchange.mid, at: exchange.midAt })
  const price = priceCallBack(transfer, market?.mid ?? null)
  if (status !== 'pending' || market === null || price === null) return refuse('transfer.not_cancellable', { status })
  return ok(presentCallBack(transfer, price, market))
}

const rateOf = ({ venue }: Pick<App, 'venue'>, { from, to }: Between): MidRate | null =>
  walletCurrencies[from] === walletCurrencies[to] ? null : venue.fxMid(pairOf(walletCurrencies[from], walletCurrencies[to]))

function readLeast({ from }: Transfer, text: string | undefined): Result<bigint | null> {
  if (text === undefined) return ok(null)
  const amount = parseDecimal(text, minorDigits[walletCurrencies[from]])
  return amount === null ? refuse('parameter.invalid', { field: 'leastReturn' }) : ok(amount)
}
