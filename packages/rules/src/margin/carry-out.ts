import { formatScaled } from '../decimal.ts'
import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import { type MessageDraft, moneyFact } from '../messages/message.ts'
import { newOrder, type OrderTerms } from '../orders/accept.ts'
import { dayBandFor, withinBand } from '../orders/limits.ts'
import { type Result, ok } from '../result.ts'
import type { Side } from '../side.ts'
import type { Instant } from '../time.ts'
import { acceptClosing } from './accept.ts'
import { addMargin } from './add-margin.ts'
import { collarPrice } from './collar.ts'
import type { DollarRate } from './dollar-rate.ts'
import type { MarginStep } from './liquidation.ts'
import { liquidationPrice } from './liquidation-price.ts'
import { type MarginPosition, closingSideOf } from './position.ts'
import { type MarginInstrument, type MarginValuation, missingToNormal } from './valuation.ts'
import { marginPositionKind } from './records.ts'
import { messageKind } from '../messages/records.ts'

/** Inputs for carrying out a step: the position as it is, its valuation, and ids for the records it makes. */
export type Carrying = Readonly<{
  position: MarginPosition
  instrument: MarginInstrument
  valuation: MarginValuation
  mark: bigint
  rate: DollarRate
  terms: OrderTerms
  /** For an order or an entry that the step makes. */
  id: string
  number: string
}>

const nothing: Outcome = { entries: [] }

/** Carries a step out on the account state (`docs/rules/margin.md` D.8). Cancelling orders at the venue is done elsewhere. */
export function carryOut(state: AccountState, step: MarginStep, carrying: Carrying, now: Instant): Result<Outcome> {
  const { position } = carrying
  switch (step.kind) {
    case 'nothing':
    case 'cancelOrders':
      return ok(nothing)
    case 'tell':
      return ok({
        entries: [],
        records: marginPositionKind.changed({ ...position, toldState: step.state, toldAt: now }),
        events: messageKind.happened(messageOf(step, carrying)),
      })
    case 'recovered':
      return ok({
        entries: [],
        records: marginPositionKind.changed({ ...position, liquidation: 'none', liquidatingSince: null, changedAt: now }),
      })
    case 'topUp':
      return topUp(state, step.cents, carrying, now)
    case 'close':
      return closeSome(state, step, carrying, now)
  }
}

function topUp(state: AccountState, cents: bigint, carrying: Carrying, now: Instant): Result<Outcome> {
  const { position, id, terms } = carrying
  const added = addMargin(state, { positionId: position.id, cents, id, tradeDate: terms.tradeDate }, now)
  if (!added.ok) return added
  const left = (position.topUpLeft ?? 0n) - cents
  const toppedUp: MarginPosition = { ...added.value.position, topUpLeft: left }
  const told = messageKind.happened(messageOfTopUp(toppedUp, cents, carrying))
  return ok(compose(added.value.outcome, { entries: [], records: marginPositionKind.changed(toppedUp), events: told }))
}

function messageOfTopUp(position: MarginPosition, cents: bigint, { instrument, mark, rate }: Carrying): MessageDraft {
  const facts = {
    instrument: instrument.id,
    mark: formatScaled(mark),
    liquidation: formatScaled(liquidationPrice(position, instrument, rate) ?? 0n),
    added: moneyFact(cents, 'USD'),
    margin: moneyFact(position.margin, 'USD'),
    left: moneyFact(position.topUpLeft ?? 0n, 'USD'),
  }
  return { template: 'margin.toppedUp', facts, link: `position:${position.id}` }
}

/** A marketable limit around the mark; a quantity not filled within its collar is tried again at a new price. */
function closeSome(state: AccountState, step: Extract<MarginStep, { kind: 'close' }>, carrying: Carrying, now: Instant): Result<Outcome> {
  const { position, instrument, terms, id, number } = carrying
  const side = closingSideOf(position.side)
  const order = newOrder(
    state,
    {
      id,
      number,
      instrumentId: instrument.id,
      wallet: position.wallet,
      side,
      type: 'market',
      timeInForce: 'IOC',
      limitPrice: null,
      quantity: step.quantity,
      leverage: position.leverage,
      margin: { action: 'close', positionId: position.id },
    },
    terms,
    worstPriceOf(carrying, side),
    { notional: 0n, charges: 0n },
    now,
  )
  const accepted = acceptClosing(state, { ...order, heldCash: 0n }, position.id, 'LIQUIDATION', now)
  if (!accepted.ok) return accepted
  const { outcome } = accepted.value
  const liquidating = marginPositionKind.in(outcome).map((each) => ({ ...each, liquidation: step.stage, liquidatingSince: now }))
  return ok(compose(outcome, { entries: [], records: marginPositionKind.changed(...liquidating) }))
}

/** Within its collar, and never outside the day's band: at a daily limit it waits until somebody trades again. */
function worstPriceOf({ instrument, mark, terms: { market } }: Carrying, side: Side): bigint {
  const worst = collarPrice(instrument, side, mark, 'liquidation')
  return market === null ? worst : withinBand(dayBandFor(instrument, market), worst)
}

function messageOf(step: Extract<MarginStep, { kind: 'tell' }>, carrying: Carrying): MessageDraft {
  const { position, instrument, mark, rate, valuation } = carrying
  const facts = {
    instrument: instrument.id,
    mark: formatScaled(mark),
    liquidation: formatScaled(liquidationPrice(position, instrument, rate) ?? 0n),
    equity: moneyFact(valuation.equity, 'USD'),
    maintenance: moneyFact(position.requirement.maintenance, 'USD'),
  } as const
  const link = `position:${position.id}` as const
  if (step.state !== 'CALL') return { template: 'margin.warning', facts, link }
  const missing = moneyFact(missingToNormal(valuation.equity, position.requirement), 'USD')
  return { template: 'margin.call', facts: { ...facts, missing }, link }
}
