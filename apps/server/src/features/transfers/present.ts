import { codeOfTransferStatus } from '@rueda/contract/codes.ts'
import type { CallBackQuote as CallBackRow, ExchangeQuote as QuoteRow, Transfer as TransferRow } from '@rueda/contract/transfers.ts'
import { percentText } from '@rueda/rules/decimal.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import type { CallBack } from '@rueda/rules/transfers/call-back.ts'
import { SETTLE_DELAY_MS } from '@rueda/rules/transfers/exchange-terms.ts'
import { costOfSpread, pairOf } from '@rueda/rules/transfers/exchange.ts'
import type { ExchangeQuote, Transfer } from '@rueda/rules/transfers/transfer.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import { rateText } from './rate-text.ts'

/** The only place where a transfer and a quote become JSON. */
export function presentTransfer(transfer: Transfer): TransferRow {
  const { exchange } = transfer
  const amounts = presentAmounts(transfer)
  return {
    transferId: transfer.id,
    transferNo: transfer.number,
    fromWalletType: transfer.from,
    toWalletType: transfer.to,
    status: codeOfTransferStatus[transfer.status],
    ...amounts,
    rate: exchange === null ? null : rateText(exchange.rate),
    mid: exchange === null ? null : rateText(exchange.mid),
    spread: percentText(exchange?.spread ?? 0n),
    feeAmount: costText(transfer, exchange?.mid ?? null),
    createTimeTimestamp: transfer.startedAt,
    settleTimestamp: exchange?.settlesAt ?? null,
    endTimestamp: transfer.status === 'pending' ? null : transfer.changedAt,
    ...presentReturned(transfer),
  }
}

function presentReturned({ from, amount, returned }: Transfer): Pick<TransferRow, 'returnAmount' | 'returnCost' | 'returnRate'> {
  if (returned === null) return { returnAmount: null, returnCost: null, returnRate: null }
  const currency = walletCurrencies[from]
  return {
    returnAmount: formatMinor(returned.amount, currency),
    returnCost: formatMinor(amount - returned.amount, currency),
    returnRate: returned.rate === null ? null : rateText(returned.rate),
  }
}

type Market = Readonly<{ mid: bigint; at: number }>

export function presentCallBack({ id, from }: Transfer, { returned, cost, rate }: CallBack, { mid, at }: Market): CallBackRow {
  const currency = walletCurrencies[from]
  return {
    transferId: id,
    currency,
    returnAmount: formatMinor(returned, currency),
    returnCost: formatMinor(cost, currency),
    rate: rateText(rate),
    mid: rateText(mid),
    midTimestamp: at,
  }
}

export function presentQuote(quote: ExchangeQuote, source: string): QuoteRow {
  const amounts = presentAmounts(quote)
  const pair = pairOf(walletCurrencies[quote.from], walletCurrencies[quote.to])
  return {
    quoteId: quote.id,
    ...amounts,
    baseCurrency: pair.base,
    quoteCurrency: pair.quote,
    mid: rateText(quote.mid),
    rate: rateText(quote.rate),
    spreadPct: percentText(quote.spread),
    feeAmount: costText(quote, quote.mid),
    midTimestamp: quote.midAt,
    expireTimestamp: quote.expiresAt,
    settleDelayMs: SETTLE_DELAY_MS,
    source,
  }
}

type Amounts = Pick<Transfer, 'from' | 'to' | 'amount' | 'received'>

const presentAmounts = ({ from, to, amount, received }: Amounts) => ({
  fromCurrency: walletCurrencies[from],
  toCurrency: walletCurrencies[to],
  fromAmount: formatMinor(amount, walletCurrencies[from]),
  toAmount: formatMinor(received, walletCurrencies[to]),
})

function costText({ from, to, amount, received }: Amounts, mid: bigint | null): string {
  const currencies = { from: walletCurrencies[from], to: walletCurrencies[to] }
  return formatMinor(mid === null ? 0n : costOfSpread({ amount, ...currencies, mid }, received), currencies.to)
}
