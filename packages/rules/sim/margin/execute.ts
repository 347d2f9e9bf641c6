import type { ModelOrder } from '../model/account.ts'
import { spreadFill } from '../model/conditional.ts'
import { contractOf } from '../model/contracts.ts'
import { closeInModel, openInModel } from '../model/margin.ts'
import { executionOf, repeat, tell } from '../orders/tell.ts'
import { type Step, dateIn, goodTillCancelled, lastOf, listingOf } from '../world/world.ts'

/** The venue executes an order on margin, in one piece or in parts, now and then too dear. */
export function executeOnMargin(step: Step, order: ModelOrder): void {
  const { rng, world, model } = step
  const rest = order.shares - order.filled
  const steps = rng.percent(45) ? rest : 1n + BigInt(rng.below(Number(rest)))
  const tooDear = rng.percent(4)
  const price = priceOf(step, order, tooDear)
  if (price === null) return
  const date = dateIn(step, listingOf(world, order.instrumentId))
  const execution = executionOf(step, order, { price, shares: steps, date })
  const answer = tell(step, order, execution)
  if (order.waiting || tooDear) {
    if (answer.ok) throw new Error(`an execution on margin was booked: ${order.waiting ? 'of a held order' : 'beyond the limit'}`)
    return void world.seen.add(`execution on margin refused: ${order.waiting ? 'held' : 'too dear'}`)
  }
  if (!answer.ok) throw new Error(`execution on margin refused: ${answer.refusal}`)
  const insured = model.insurance
  book(step, order, price, steps)
  spreadFill(model, order, steps, { sequence: execution.sequence, placedOn: date, lastDate: goodTillCancelled(date) })
  if (order.exits !== null) world.seen.add('what was opened brought its exits')
  if (order.sibling !== null) world.seen.add('one of two that close the same was filled')
  if (model.insurance < insured) world.seen.add('lost beyond the margin')
  world.seen.add(`${order.margin?.action === 'open' ? 'opened' : 'closed'}${order.open ? ' in part' : ''}`)
  if (price < 0n) world.seen.add('traded below zero')
  if (rng.percent(10)) repeat(step, order, execution)
}

function book(step: Step, order: ModelOrder, ticks: bigint, steps: bigint): void {
  const { model, world } = step
  const purpose = order.margin
  if (purpose?.action === 'open') return openInModel(model, order, contractOf(order.instrumentId), { ticks, steps })
  const position = model.positions.get(purpose?.positionId ?? '')
  if (position === undefined) throw new Error(`${order.id} closes nothing the model knows`)
  closeInModel(model, order, position, { ticks, steps, mid: lastOf(step, listingOf(world, order.instrumentId)) })
}

/** At the order's worst price or a few ticks better; while prices stand still, never better than the market. */
function priceOf(step: Step, { instrumentId, side, worst }: ModelOrder, tooDear: boolean): bigint | null {
  const { rng, world } = step
  const better = tooDear ? -1n : BigInt(rng.below(6))
  const price = side === 'buy' ? worst - better : worst + better
  const last = lastOf(step, listingOf(world, instrumentId))
  if (!world.still) return instrumentId.startsWith('FX:') && price <= 0n ? null : price
  if (side === 'buy' ? worst < last : worst > last) return null
  return side === 'buy' ? (price < last ? last : price) : price > last ? last : price
}
