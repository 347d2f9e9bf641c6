import type { Split } from '../corporate/action.ts'
import { sharesAfter, splitPosition } from '../corporate/split-position.ts'
import { SCALE } from '../decimal.ts'
import { chargedTotal } from '../fees/schedule.ts'
import type { Currency } from '../money.ts'
import type { Fill } from '../orders/fill.ts'
import type { CalendarDate } from '../time.ts'
import { type LotLedger, applyToLots, noLots, splitLots } from './lots.ts'
import { type Position, buyInto, openPosition, quantityOf, sellFrom } from './position.ts'

/**
 * One customer's holdings of one instrument, derived from the fills and the splits that were booked: every position with its
 * first-in-first-out lots. Only the position itself is stored, so that lots can never disagree with the trades.
 */
export type BookedSplit = Split & Readonly<{ priorClose: bigint }>

/** The effect of a split on a holding, to compare with the one booked. */
export type SplitEffect = Readonly<{ split: BookedSplit; change: bigint; cash: bigint }>
type Holding = Readonly<{ position: Position; lots: LotLedger }>

/** What an execution or a split did to a position's cost and to its realised result, in minor units (`docs/rules/figures.md`). */
export type CostStep = Readonly<{ tradeDate: CalendarDate; costChange: bigint; realised: bigint }> &
  (
    | Readonly<{ kind: 'split' }>
    | Readonly<{ kind: 'buy' | 'sell'; quantity: bigint; price: bigint; notional: bigint; charges: bigint; costOut: bigint }>
  )
export type ExplainedHolding = Holding & Readonly<{ steps: readonly CostStep[] }>
export type HoldingHistory = Readonly<{ holdings: readonly ExplainedHolding[]; effects: readonly SplitEffect[] }>

type Past = Readonly<{ fills: readonly Fill[]; splits: readonly BookedSplit[]; currency: Currency }>

/** `fills` in the order of their sequence, `splits` in the order of their ex-dates: on such a day nothing is traded before it. */
export function holdingHistory({ fills, splits, currency }: Past): HoldingHistory {
  const holdings: Holding[] = []
  const steps: CostStep[][] = []
  const effects: SplitEffect[] = []
  const waiting = [...splits]
  const splitUntil = (date: CalendarDate | null): void => {
    for (let [split] = waiting; split !== undefined && (date === null || split.exDate <= date); [split] = waiting) {
      waiting.shift()
      const current = holdings.at(-1)
      if (current === undefined || current.position.closedAt !== null) continue
      const { holding, effect } = afterSplit(current, split, currency)
      holdings[holdings.length - 1] = holding
      steps.at(-1)?.push({ kind: 'split', tradeDate: split.exDate, ...changeBetween(current, holding) })
      effects.push(effect)
    }
  }
  for (const fill of fills) {
    splitUntil(fill.tradeDate)
    const current = holdings.at(-1)
    const isNew = current === undefined || current.position.closedAt !== null
    const before = isNew ? newHolding(fill) : current
    const after = afterFill(before, fill)
    if (isNew) {
      holdings.push(after)
      steps.push([])
    } else holdings[holdings.length - 1] = after
    steps.at(-1)?.push(stepOf(fill, before, after))
  }
  splitUntil(null)
  return { holdings: holdings.map((holding, at) => ({ ...holding, steps: steps[at] ?? [] })), effects }
}

const changeBetween = (before: Holding, after: Holding): Pick<CostStep, 'costChange' | 'realised'> => ({
  costChange: after.position.cost - before.position.cost,
  realised: after.position.realised - before.position.realised,
})

function stepOf({ side, tradeDate, quantity, price, notional, charges }: Fill, before: Holding, after: Holding): CostStep {
  const { costChange, realised } = changeBetween(before, after)
  const traded = { quantity, price, notional, charges: chargedTotal(charges) }
  return { kind: side, tradeDate, ...traded, costChange, realised, costOut: side === 'buy' ? 0n : -costChange }
}

/** The quantity held at the close of the day before a date, counted in the shares of that close. */
export function heldBefore(past: Past, date: CalendarDate): bigint {
  const { holdings } = holdingHistory({
    ...past,
    fills: past.fills.filter(({ tradeDate }) => tradeDate < date),
    splits: past.splits.filter(({ exDate }) => exDate < date),
  })
  const last = holdings.at(-1)
  return last === undefined ? 0n : quantityOf(last.position)
}

const newHolding = ({ accountId, instrumentId, at }: Fill): Holding => ({
  position: openPosition({ id: '', number: '', accountId, instrumentId }, at),
  lots: noLots,
})

function afterFill({ position, lots }: Holding, fill: Fill): Holding {
  const charges = chargedTotal(fill.charges)
  const { sequence: id, side, quantity, notional, tradeDate, isReinvested } = fill
  const trade = { quantity, value: (fill.price * quantity) / SCALE, notional, charges, tradeDate }
  const held = { ...position, held: position.held + quantity, free: position.free - quantity }
  return {
    position: side === 'buy' ? buyInto(position, trade, fill.at) : sellFrom(held, trade, fill.at).position,
    lots: applyToLots(lots, {
      id,
      side,
      tradeDate,
      quantity,
      notional,
      charges,
      lots: fill.lots,
      isReinvested,
      at: fill.at,
      rate: fill.dollarRate,
    }),
  }
}

function afterSplit(
  { position, lots }: Holding,
  split: BookedSplit,
  currency: Currency,
): Readonly<{ holding: Holding; effect: SplitEffect }> {
  const terms = { ...split, currency }
  const before = quantityOf(position)
  const { fraction, cash, quantity } = sharesAfter(before, terms)
  const after = splitPosition(position, terms, position.changedAt).position
  return {
    holding: { position: after, lots: splitLots(lots, split, { fraction, cash }) },
    effect: { split, change: quantity - before, cash },
  }
}
