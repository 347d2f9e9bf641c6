import { type ModelAccount, type ModelOrder, PLAIN_MODEL, endInModel, placeInModel } from './account.ts'
import { contractOf, worstOfMarginStop } from './contracts.ts'
import { worstOfStop } from './limits.ts'

/** The effect of a fill on related orders: the other one that closes the same, or the exits of what it opened (D.1). */
export function spreadFill(account: ModelAccount, order: ModelOrder, shares: bigint, named: Named): void {
  const sibling = order.sibling === null ? undefined : account.open.get(order.sibling)
  if (sibling !== undefined) {
    if (sibling.shares - sibling.filled > shares) sibling.shares -= shares
    else {
      // On margin the other order has already closed this quantity.
      if (sibling.margin !== null) sibling.shares = sibling.filled
      endInModel(account, sibling)
    }
  }
  if (order.exits !== null) growExits(account, order, shares, named)
}

/** In markets with exits, sales settle a day later, however their purchase settled. */
const USUAL_DAYS = 1

type Named = Readonly<{ sequence: number; placedOn: string; lastDate: string }>

function growExits(account: ModelAccount, order: ModelOrder, shares: bigint, { sequence, placedOn, lastDate }: Named): void {
  const { exits, instrumentId, wallet, margin } = order
  if (exits === null) return
  const known = exits.ids.flatMap((exit) => account.orders.get(exit) ?? [])
  const standing = known.filter(({ open }) => open)
  for (const exit of standing) exit.shares += shares
  const isLeft = standing.length === 0 && known.some(({ cancelled }) => cancelled)
  const position = margin === null ? undefined : account.positions.get(margin.positionId)
  if (position !== undefined && !isLeft) position.held += shares
  if (standing.length > 0 || isLeft) return
  const leg = { ...PLAIN_MODEL, ...closingOf(order), instrumentId, wallet, placedOn, lastDate, shares, fees: order.fees }
  const [profit, loss] = [`profit-${sequence}`, `loss-${sequence}`]
  const both = exits.takeProfit !== null && exits.stopLoss !== null
  if (exits.takeProfit !== null) placeInModel(account, { ...leg, id: profit, worst: exits.takeProfit, sibling: both ? loss : null })
  if (exits.stopLoss !== null) {
    const worst =
      margin === null
        ? worstOfStop(instrumentId, 'sell', exits.stopLoss)
        : worstOfMarginStop(contractOf(instrumentId), leg.side, exits.stopLoss)
    const stop = { stop: exits.stopLoss, hasLimit: false, waiting: true, sibling: both ? profit : null }
    placeInModel(account, { ...leg, ...stop, id: loss, worst })
  }
  exits.ids = [profit, loss].filter((exit) => account.orders.has(exit))
}

/** Shares that were bought are sold; a part of a position is closed the other way. */
function closingOf({ side, margin }: ModelOrder): Pick<ModelOrder, 'side' | 'margin' | 'days'> {
  if (margin === null) return { side: 'sell', margin, days: USUAL_DAYS }
  return { side: side === 'buy' ? 'sell' : 'buy', margin: { ...margin, action: 'close' }, days: 0 }
}
