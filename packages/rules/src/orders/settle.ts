import type { Fill } from './fill.ts'
import { chargedTotal } from '../fees/schedule.ts'
import type { Currency } from '../money.ts'
import type { CalendarDate } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'
import { house } from '../ledger/accounts.ts'
import type { Outcome } from '../ledger/account-state.ts'
import { type EntryDraft, type Line, mergeLines, transfer } from '../ledger/entry.ts'

export type Settlement = Readonly<{
  accountId: string
  market: string
  venue: string
  currency: Currency
  wallet: WalletType
  date: CalendarDate
  fills: readonly Fill[]
}>

/**
 * J34: on the settlement date the street side of a customer's trades becomes the market's, and sale proceeds become
 * money that may leave. One entry for all trades that settle on the date.
 */
export function settleTrades({ accountId, market, venue, currency, wallet, date, fills }: Settlement): Outcome {
  const lines = mergeLines(fills.flatMap((fill) => settleLines(fill, market, venue, currency)))
  const proceeds = fills.reduce((sum, fill) => (fill.side === 'sell' ? sum + fill.notional - chargedTotal(fill.charges) : sum), 0n)
  return {
    entries:
      lines.length === 0
        ? []
        : [{ journal: 'J34', cause: { kind: 'settlement', id: `${market}:${date}:${accountId}`, step: 0 }, lines, valueDate: date }],
    unsettled: [{ wallet, change: -proceeds }],
    settledThrough: [{ wallet, date }],
  }
}

/** Settles a trade that settles on its own day together with its execution, so that its proceeds never wait. */
export function settleAtOnce(fill: Fill, market: string, venue: string, currency: Currency): EntryDraft {
  const lines = mergeLines(settleLines(fill, market, venue, currency))
  return { journal: 'J34', cause: { kind: 'order', id: fill.orderId, step: fill.sequence }, lines, valueDate: fill.settlementDate }
}

function settleLines(fill: Fill, market: string, venue: string, currency: Currency): readonly Line[] {
  const street = house.settle(market, currency)
  const other = house.market(venue, currency)
  const streetSecurities = house.settleSecurities(fill.instrumentId)
  const otherSecurities = house.marketSecurities(venue, fill.instrumentId)
  const cash = { asset: currency, amount: fill.notional }
  const shares = { asset: fill.instrumentId, amount: fill.quantity }
  return fill.side === 'buy'
    ? [...transfer({ from: street, to: other, ...cash }), ...transfer({ from: otherSecurities, to: streetSecurities, ...shares })]
    : [...transfer({ from: other, to: street, ...cash }), ...transfer({ from: streetSecurities, to: otherSecurities, ...shares })]
}
