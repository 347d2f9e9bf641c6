import type { Transfer as TransferRow } from '@rueda/contract/transfers.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import { type TransferRequest, startTransfer } from '@rueda/rules/transfers/start.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { App, Deciding } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { houseDate } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { presentTransfer } from './present.ts'
import { ownQuote } from './store.ts'
import { transfersById } from './records.ts'

type Moving = Readonly<{
  caller: Caller
  idempotency: Idempotency
  asked: Pick<TransferRequest, 'from' | 'to' | 'amount' | 'quoteId'>
}>

/** Moves money at once, or starts an exchange at the quote the customer was given. A quote never changes, so it is read ahead. */
export async function moveMoney(app: App, { caller, idempotency, asked }: Moving): Promise<Result<TransferRow>> {
  const { accountId } = caller
  const quote = asked.quoteId === null ? null : await ownQuote(app.pool, accountId, asked.quoteId)
  const id = app.ids.next()
  return app.commands.run(movingMoney, { accountId, idempotency, arguments: { id, asked, quote } })
}

type Move = Readonly<{ id: string; asked: Moving['asked']; quote: TransferRequest['quote'] }>

export const movingMoney = commandKind({
  name: 'transfers.move',
  reads: ({ asked, quote }: Move) => ({ wallets: [asked.from, asked.to], records: [transfersById(quote === null ? [] : [quote.id])] }),
  decide: ({ venue, switches }: Pick<Deciding, 'venue' | 'switches'>, { id, asked, quote }, state, now) => {
    const isExchange = walletCurrencies[asked.from] !== walletCurrencies[asked.to]
    const off = switches.refusal(isExchange ? 'exchanges' : 'transfers')
    if (off !== null) return off
    const valueDate = houseDate(venue)
    const number = referenceNumber('T', valueDate, quote?.id ?? id)
    const started = startTransfer(state, { ...asked, id, number, quote, valueDate }, now)
    return started.ok ? ok({ outcome: started.value.outcome, data: presentTransfer(started.value.transfer) }) : started
  },
})
