import { formatScaled } from '../decimal.ts'
import { house, securityAccount, walletAccount } from '../ledger/accounts.ts'
import type { Books, Outcome } from '../ledger/books.ts'
import { type EntryDraft, type Line, transfer } from '../ledger/entry.ts'
import { type MessageDraft, moneyFact } from '../messages/message.ts'
import { endOrder } from '../orders/end.ts'
import { type Order, isWorking } from '../orders/order.ts'
import { type Position, quantityOf } from '../positions/position.ts'
import { type Result, ok } from '../result.ts'
import type { Instant } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'
import { type Split, actionId } from './action.ts'
import { type SplitHolding, type SplitTerms, cashPrice, splitPosition } from './split-position.ts'

/**
 * A split as one customer's books take it, before anything trades in the new shares: what is at work in the
 * instrument is ended and its hold released (J31), and the holding is counted anew (J97).
 */
export type SplitBooking = Readonly<{
  split: Split
  priorClose: bigint
  venue: string
  wallet: WalletType
  currency: SplitTerms['currency']
}>

export function bookSplit(books: Books, booking: SplitBooking, now: Instant): Result<Outcome> {
  const { split, currency } = booking
  const ended = endWorking(books, booking, now)
  if (!ended.ok) return ended
  const { position, ...released } = ended.value
  if (position === null) return ok(released)
  const terms: SplitTerms = { ...split, priorClose: booking.priorClose, currency }
  const holding = splitPosition(position, terms, now)
  return ok({
    entries: [...released.entries, splitEntry(position, holding, booking)],
    orders: released.orders,
    positions: [holding.position],
    messages: tell(position, holding, split, terms),
  })
}

type Released = Readonly<{ entries: readonly EntryDraft[]; orders: readonly Order[]; position: Position | null }>

function endWorking(books: Books, { split }: SplitBooking, now: Instant): Result<Released> {
  const working = [...books.orders.values()].filter((order) => order.instrumentId === split.instrumentId && isWorking(order))
  let position = books.positions.get(split.instrumentId) ?? null
  const entries: EntryDraft[] = []
  const orders: Order[] = []
  for (const order of working) {
    // Each release sees the shares that the one before it gave back.
    const seen = position === null ? books : { ...books, positions: new Map([[split.instrumentId, position]]) }
    const ended = endOrder(seen, { orderId: order.id, reason: 'SYSTEM', tradeDate: split.exDate }, now)
    if (!ended.ok) return ended
    entries.push(...ended.value.entries)
    orders.push(...(ended.value.orders ?? []))
    position = ended.value.positions?.[0] ?? position
  }
  if (position !== null && position.held !== 0n) throw new Error(`an order in ${split.instrumentId} was not read before its split`)
  return ok({ entries, orders, position })
}

function splitEntry(
  before: Position,
  { position: after, cash }: SplitHolding,
  { split, venue, wallet, currency }: SplitBooking,
): EntryDraft {
  const { instrumentId } = split
  return {
    journal: 'J97',
    cause: { kind: 'split', id: actionId(split), step: 0 },
    lines: [
      ...shareLines(
        house.marketSecurities(venue, instrumentId),
        securityAccount('SEC', instrumentId),
        instrumentId,
        after.free - before.free,
      ),
      ...shareLines(
        house.marketSecurities(venue, instrumentId),
        securityAccount('SECLOCK', instrumentId),
        instrumentId,
        after.locked - before.locked,
      ),
      ...transfer({ from: house.market(venue, currency), to: walletAccount(wallet, 'CASH'), asset: currency, amount: cash }),
    ],
    valueDate: split.exDate,
  }
}

const shareLines = (market: string, own: string, asset: string, change: bigint): readonly Line[] =>
  change >= 0n ? transfer({ from: market, to: own, asset, amount: change }) : transfer({ from: own, to: market, asset, amount: -change })

function tell(before: Position, { position, fraction, cash }: SplitHolding, split: Split, terms: SplitTerms): readonly MessageDraft[] {
  const { instrumentId: instrument } = split
  const link = `instrument:${instrument}` as const
  const counted: MessageDraft = {
    template: 'split.applied',
    facts: {
      instrument,
      from: String(split.oldShares),
      to: String(split.newShares),
      before: formatScaled(quantityOf(before)),
      after: formatScaled(quantityOf(position)),
    },
    link,
  }
  if (cash === 0n) return [counted]
  const amount = moneyFact(cash, terms.currency)
  return [
    counted,
    {
      template: 'split.cash',
      facts: { instrument, quantity: formatScaled(fraction), price: formatScaled(cashPrice(terms)), amount },
      link,
    },
  ]
}
