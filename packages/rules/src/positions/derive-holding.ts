import {
  type Derivation,
  type Part,
  type Subject,
  amountOf,
  figureOf,
  minus,
  over,
  plus,
  priceOf,
  sumOf,
  times,
} from '../figures/derivation.ts'
import { type Currency, minorDigits, notional } from '../money.ts'
import type { CostStep } from './history.ts'
import { type DayTraded, dayResult } from './day-result.ts'
import { type Position, averageCostOf, quantityOf, valueAt } from './position.ts'

/** The figures of a holding of shares that can be explained. */
export const holdingFigures = ['value', 'cost', 'averageCost', 'floating', 'today', 'realised', 'totalResult'] as const
export type HoldingFigure = (typeof holdingFigures)[number]

/** What a holding's figures are worked out from. Dividends are those that were paid, net, in minor units. */
export type Holding = Readonly<{
  position: Position
  currency: Currency
  price: bigint
  previousClose: bigint
  traded: DayTraded
  dividends: bigint
  /** What each execution and split did to the cost and the result, oldest first (`holdingHistory`). */
  steps: readonly CostStep[]
}>

/** A figure of a holding with what it is made of (`docs/rules/positions.md` D.4, `docs/rules/profit-and-loss.md`). */
export function deriveHolding(holding: Holding, figure: HoldingFigure): Derivation {
  const { position, currency, price } = holding
  const about = { kind: 'instrument', id: position.instrumentId } as const
  switch (figure) {
    case 'value':
      return deriveValue(holding)
    case 'cost':
      return deriveCost(holding)
    case 'averageCost': {
      const parts = [plus(deriveCost(holding)), over(quantity(quantityOf(position)))]
      return priceOf(currency, averageCostOf(position, 10n ** BigInt(minorDigits[currency])), { name: 'averageCost', about, parts })
    }
    case 'floating':
      return deriveFloating(holding)
    case 'today':
      return deriveDay({ ...holding, instrumentId: position.instrumentId, quantity: quantityOf(position) })
    case 'realised':
      return deriveRealised(holding)
    case 'totalResult': {
      const open = price === 0n || position.closedAt !== null ? [] : [plus(deriveFloating(holding))]
      const dividends = amountOf(currency, holding.dividends, { name: 'dividends' })
      return sumOf(currency, [...open, plus(deriveRealised(holding)), plus(dividends)], { name: 'totalResult', about })
    }
  }
}

const quantity = (value: bigint): Derivation => figureOf('quantity', value, { name: 'quantity' })

/** What the quantity is worth at the last price. */
export function deriveValue({ position, currency, price }: Pick<Holding, 'position' | 'currency' | 'price'>): Derivation {
  const about: Subject = { kind: 'instrument', id: position.instrumentId }
  const parts = [plus(quantity(quantityOf(position))), times(priceOf(currency, price, { name: 'price', about }))]
  return amountOf(currency, valueAt(position, price, currency).marketValue, { name: 'value', about, parts })
}

/** Value less cost, the charges of buying included. */
function deriveFloating(holding: Pick<Holding, 'position' | 'currency' | 'price' | 'steps'>): Derivation {
  const about: Subject = { kind: 'instrument', id: holding.position.instrumentId }
  return sumOf(holding.currency, [plus(deriveValue(holding)), minus(deriveCost(holding))], { name: 'floating', about })
}

/** A day of one instrument, as `dayResult` takes it. */
type DayOf = Readonly<{ instrumentId: string }> & Parameters<typeof dayResult>[0]

/** The value of a holding now, less its value at the previous close of what was held then, and what the trades between cost or brought. */
export function deriveDay({ instrumentId, ...day }: DayOf): Derivation {
  const { currency, quantity: held, price, previousClose, traded } = day
  const about: Subject = { kind: 'instrument', id: instrumentId }
  const valued = (name: 'value' | 'valueBefore', count: bigint, at: Derivation): Derivation =>
    amountOf(currency, notional(at.value, count, currency, 'HALF_UP'), { name, parts: [plus(quantity(count)), times(at)] })
  const parts = [
    plus(valued('value', held, priceOf(currency, price, { name: 'price', about }))),
    minus(valued('valueBefore', held - traded.quantity, priceOf(currency, previousClose, { name: 'previousClose' }))),
    ...(traded.flow === 0n && traded.quantity === 0n ? [] : [plus(amountOf(currency, traded.flow, { name: 'traded' }))]),
  ]
  return amountOf(currency, dayResult(day), { name: 'today', about, parts })
}

/** No more lines than somebody reads; what came before is one of them. */
const MAX_STEPS = 40

/** The cost as its executions made it: purchases with their charges, less what went out with each sale. */
function deriveCost({ position, currency, steps }: Pick<Holding, 'position' | 'currency' | 'steps'>): Derivation {
  return amountOf(currency, position.cost, {
    name: 'cost',
    parts: stepLines(steps, currency, ({ costChange }) => costChange, position.cost),
  })
}

function deriveRealised({ position, currency, steps }: Pick<Holding, 'position' | 'currency' | 'steps'>): Derivation {
  const parts = stepLines(
    steps.filter(({ realised }) => realised !== 0n),
    currency,
    ({ realised }) => realised,
    position.realised,
  )
  return amountOf(currency, position.realised, { name: 'realised', parts })
}

function stepLines(steps: readonly CostStep[], currency: Currency, changeOf: (step: CostStep) => bigint, whole: bigint): readonly Part[] {
  const shown = steps.slice(-MAX_STEPS)
  const lines = shown.map((step) => plus(stepLine(step, currency, changeOf(step))))
  const rest = whole - shown.reduce((sum, step) => sum + changeOf(step), 0n)
  return rest === 0n ? lines : [plus(amountOf(currency, rest, { name: 'adjusted' })), ...lines]
}

function stepLine(step: CostStep, currency: Currency, change: bigint): Derivation {
  const about: Subject = { kind: 'date', id: step.tradeDate }
  if (step.kind === 'split') return amountOf(currency, change, { name: 'adjusted', about })
  const { quantity: count, price, charges, notional: traded, costOut } = step
  const executed = amountOf(currency, traded, {
    name: 'execution',
    parts: [plus(quantity(count)), times(priceOf(currency, price, { name: 'price' }))],
  })
  const charged = charges === 0n ? [] : [amountOf(currency, charges, { name: 'charges' })]
  if (step.kind === 'buy') return amountOf(currency, change, { name: 'bought', about, parts: [plus(executed), ...charged.map(plus)] })
  const isCost = change === -costOut
  const parts = isCost ? [] : [plus(executed), ...charged.map(minus), minus(amountOf(currency, costOut, { name: 'costOut' }))]
  return amountOf(currency, change, { name: isCost ? 'costOut' : 'sold', about, parts })
}
