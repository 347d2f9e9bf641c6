import type { Report } from '../brokerage/rules.ts'
import { type ModelOrder, endInModel } from '../model/account.ts'
import { conditionOf } from '../world/terms.ts'
import { type Step, dateIn } from '../world/world.ts'
import { fillShares, priceOf } from './execute.ts'
import { askFor, orderIdOf, partsIn, placeAsked } from './place.ts'
import { type Traded, executionOf, marketOf } from './tell.ts'

/** What the venue does with one new order at once. */
type AtOnce = Readonly<{ order: ModelOrder; trades: readonly Traded[]; ends: boolean }>

/** An order that the venue executes before it is accepted: whole, in part, or not at all. All of it is one decision (P.17). */
export function placeExecutedAtOnce(step: Step): void {
  const { rng, world, model, account, accountId, number, now } = step
  const listing = rng.pick(world.shares)
  const asked = askFor(step, listing, rng.percent(55) ? 'buy' : 'sell')
  const date = dateIn(step, listing)
  const done = partsIn(asked, orderIdOf(number), date).map((order) => actOn(step, order, date))
  const told = done.flatMap(({ order, trades, ends }) => [
    ...trades.map((traded) => ({ order, traded, execution: executionOf(step, order, traded) })),
    ...(ends ? [{ order, traded: null, execution: null }] : []),
  ])
  const reports = told.map(({ order, execution }): Report =>
    execution === null ? { ends: { orderId: order.id, reason: 'NO_LIQUIDITY', tradeDate: date } } : { execution },
  )
  const before = account.entries.length
  // The venue is asked only where orders match.
  const condition = conditionOf(step)
  const matches = condition === 'open' || condition === 'closing only'
  const accepted = placeAsked(
    step,
    listing,
    asked,
    condition,
    matches ? (state, outcome) => world.brokerage.atOnce(state, outcome, reports, marketOf(step, listing, date), now) : undefined,
  )
  if (!accepted || !matches) return
  for (const { order, traded, execution } of told) {
    const known = model.open.get(order.id)
    if (known === undefined) throw new Error(`${accountId} has no open order ${order.id}`)
    if (execution === null) endInModel(model, known)
    else fillShares(step, known, execution, traded)
  }
  const held = new Set(account.entries.slice(before).flatMap(({ journal, cause }) => (isHold(journal) ? [cause.id] : [])))
  for (const { order } of done) noticeHold(step, order, held.has(order.id))
}

const isHold = (journal: string): boolean => journal === 'J30' || journal === 'J31'

function noticeHold({ model, world: { seen } }: Step, { id }: ModelOrder, isHeld: boolean): void {
  const works = model.open.has(id)
  if (works !== isHeld)
    throw new Error(works ? `an order that works holds nothing: ${id}` : `an order that ended at once was held for: ${id}`)
  seen.add(works ? 'accepted, executed in part and working' : 'accepted and ended in one commit')
}

function actOn(step: Step, order: ModelOrder, date: string): AtOnce {
  const { rng } = step
  const price = priceOf(step, order, 'fair')
  if (price === null) return { order, trades: [], ends: rng.percent(50) }
  const first = rng.percent(50) ? order.shares : 1n + BigInt(rng.below(Number(order.shares)))
  const rest = order.shares - first
  const second = rest === 0n || rng.percent(50) ? 0n : rng.percent(50) ? rest : 1n + BigInt(rng.below(Number(rest)))
  const trades = [first, second].filter((shares) => shares > 0n).map((shares) => ({ price, shares, date }))
  return { order, trades, ends: first + second < order.shares && rng.percent(50) }
}
