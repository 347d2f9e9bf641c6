import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { ClosedDay } from '@rueda/rules/markets/closed-day.ts'
import type { TradingHalt } from '@rueda/rules/markets/trading-halt.ts'
import type { TimeInForce } from '@rueda/rules/orders/order.ts'
import type { Side } from '@rueda/rules/side.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { NewListing } from '../catalogue/new-companies.ts'
import type { QuoteOfMoment, VenueInput } from '../inputs.ts'
import type { Trigger, VenueOrder } from '../venue.ts'

/**
 * An input as its chain has it and the world reads it: amounts in units of 10^-8 as text, accounts by an owner and orders by a name that
 * only their owner knows.
 */
export type InputRecord = Readonly<{ number: number; at: Instant; salt: string }> & RecordedAct

type Of = Readonly<{ owner: string; order: string }>
type Amounts = Readonly<{ bid: string; ask: string; last: string }>
export type RecordedAct =
  | Readonly<{ kind: 'begin'; halts: readonly TradingHalt[]; closed: readonly ClosedDay[]; listed: readonly NewListing[] }>
  | (Readonly<{ kind: 'restore'; terms: RecordedTerms }> & Of)
  | (Readonly<{ kind: 'arrive'; terms: RecordedTerms; quote: Amounts | null }> & Of)
  | (Readonly<{ kind: 'cancel' }> & Of)
  | (Readonly<{ kind: 'reduce'; by: string }> & Of)
  | (Readonly<{ kind: 'grow'; by: string }> & Of)
  | Readonly<{ kind: 'halts'; halts: readonly TradingHalt[] }>
  | Readonly<{ kind: 'closings'; closed: readonly ClosedDay[] }>

type RecordedTerms = Readonly<{
  side: Side
  opens: boolean
  type: 'market' | 'limit'
  worstPrice: string
  quantity: string
  timeInForce: TimeInForce
  acceptedAt: Instant
  lastTradeDate: CalendarDate
  trigger: Readonly<{ kind: 'stop'; price: string }> | Readonly<{ kind: 'trailing'; percent: string; best: string }> | null
  /** The other order for the same shares. */
  sibling: string | null
  /** True once the ledger had an event of it. */
  isKnown: boolean
  isAnnounced: boolean
  isForced: boolean
  /** Whether its price is firm, for a block; null for any other order. */
  firmBlock: boolean | null
}>

/** What accounts and orders are called in a chain. */
export type Names = Readonly<{ owner: (accountId: string) => string; order: (accountId: string, orderId: string) => string }>

export function recordedAct(input: VenueInput, names: Names): RecordedAct {
  const { instrumentId: _instrument, tradeDate: _date, at: _at, ...act } = input
  const of = (accountId: string, orderId: string): Of => ({ owner: names.owner(accountId), order: names.order(accountId, orderId) })
  switch (act.kind) {
    case 'begin':
    case 'halts':
    case 'closings':
      return act
    case 'restore':
      return { kind: 'restore', ...of(act.order.accountId, act.order.orderId), terms: termsOf(act.order, names) }
    case 'arrive':
      return {
        kind: 'arrive',
        ...of(act.order.accountId, act.order.orderId),
        terms: termsOf(act.order, names),
        quote: amountsOf(act.quote),
      }
    case 'cancel':
      return { kind: 'cancel', ...of(act.accountId, act.orderId) }
    case 'reduce':
    case 'grow':
      return { kind: act.kind, ...of(act.accountId, act.orderId), by: String(act.by) }
  }
}

type OfChain = Readonly<{ instrumentId: string; tradeDate: CalendarDate }>

/** The input again, for a rerun: owners stand for accounts, and names for orders. */
export function inputOf(record: InputRecord, { instrumentId, tradeDate }: OfChain): VenueInput {
  const { at } = record
  const common = { instrumentId, tradeDate, at }
  switch (record.kind) {
    case 'begin':
      return { ...common, kind: 'begin', halts: record.halts, closed: record.closed, listed: record.listed }
    case 'halts':
      return { ...common, kind: 'halts', halts: record.halts }
    case 'closings':
      return { ...common, kind: 'closings', closed: record.closed }
    case 'restore':
      return { ...common, kind: 'restore', order: orderOf(record, instrumentId) }
    case 'arrive':
      return { ...common, kind: 'arrive', order: orderOf(record, instrumentId), quote: quoteOf(record.quote) }
    case 'cancel':
      return { ...common, kind: 'cancel', orderId: record.order, accountId: record.owner }
    case 'reduce':
    case 'grow':
      return { ...common, kind: record.kind, orderId: record.order, accountId: record.owner, by: BigInt(record.by) }
  }
}

function termsOf(order: VenueOrder, names: Names): RecordedTerms {
  const { accountId, side, opens, type, timeInForce, acceptedAt, lastTradeDate, siblingId } = order
  return {
    ...{ side, opens, type, timeInForce, acceptedAt, lastTradeDate },
    worstPrice: String(order.worstPrice),
    quantity: String(order.quantity),
    trigger: recordedTrigger(order.trigger),
    sibling: siblingId === null ? null : names.order(accountId, siblingId),
    isKnown: order.knownTo > 0,
    isAnnounced: order.announced === true,
    isForced: order.isForced === true,
    firmBlock: order.block?.isFirm ?? null,
  }
}

function recordedTrigger(trigger: Trigger | null): RecordedTerms['trigger'] {
  if (trigger === null) return null
  if (trigger.kind === 'stop') return { kind: 'stop', price: String(trigger.price) }
  return { kind: 'trailing', percent: String(trigger.percent), best: String(trigger.best) }
}

function orderOf({ owner, order, terms }: Of & Readonly<{ terms: RecordedTerms }>, instrumentId: string): VenueOrder {
  const { side, opens, type, timeInForce, acceptedAt, lastTradeDate, sibling, trigger } = terms
  return {
    ...{ orderId: order, accountId: owner, instrumentId, side, opens, type, timeInForce, acceptedAt, lastTradeDate },
    worstPrice: BigInt(terms.worstPrice),
    quantity: BigInt(terms.quantity),
    trigger: triggerOf(trigger),
    siblingId: sibling,
    knownTo: terms.isKnown ? 1 : 0,
    ...(terms.isAnnounced ? { announced: true } : {}),
    ...(terms.isForced ? { isForced: true } : {}),
    ...(terms.firmBlock === null ? {} : { block: { isFirm: terms.firmBlock } }),
  }
}

function triggerOf(trigger: RecordedTerms['trigger']): Trigger | null {
  if (trigger === null) return null
  if (trigger.kind === 'stop') return { kind: 'stop', price: BigInt(trigger.price) }
  return { kind: 'trailing', percent: BigInt(trigger.percent), best: BigInt(trigger.best) }
}

const amountsOf = (quote: QuoteOfMoment | null): Amounts | null =>
  quote === null ? null : { bid: String(quote.bid), ask: String(quote.ask), last: String(quote.last) }

const quoteOf = (amounts: Amounts | null): QuoteOfMoment | null =>
  amounts === null ? null : { bid: BigInt(amounts.bid), ask: BigInt(amounts.ask), last: BigInt(amounts.last) }

/** The market that an instrument is of, by its id. */
export const marketOfId = (instrumentId: string): MarketName => instrumentId.slice(0, instrumentId.indexOf(':')) as MarketName
