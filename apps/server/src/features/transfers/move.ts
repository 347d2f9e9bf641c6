import type { Transfer as TransferRow } from '@rueda/contract/transfers.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import { type TransferRequest, startTransfer } from '@rueda/rules/transfers/start.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { houseDate } from '../../venue/value-date.ts'
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
  return app.writePath.run({
    accountId,
    idempotency,
    reads: { wallets: [asked.from, asked.to], records: [transfersById(quote === null ? [] : [quote.id])] },
    decide: (state, now) => {
      const isExchange = walletCurrencies[asked.from] !== walletCurrencies[asked.to]
      const off = app.switches.refusal(isExchange ? 'exchanges' : 'transfers')
      if (off !== null) return off
      const tradeDate = houseDate(app.venue)
      const number = referenceNumber('T', tradeDate, quote?.id ?? id)
      const started = startTransfer(state, { ...asked, id, number, quote, valueDate: tradeDate }, now)
      return started.ok ? ok({ outcome: started.value.outcome, data: presentTransfer(started.value.transfer) }) : started
    },
  })
}
