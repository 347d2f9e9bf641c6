import { type ModelAccount, type ModelOrder, PLAIN_MODEL, endInModel, placeInModel } from './account.ts'
import { worstOfStop } from './limits.ts'

/** What a fill does to the orders beside it: the other one of the same shares, or the exits of a purchase (D.1). */
export function spreadFill(account: ModelAccount, order: ModelOrder, shares: bigint, named: Named): void {
  const sibling = order.sibling === null ? undefined : account.open.get(order.sibling)
  if (sibling !== undefined) {
    if (sibling.shares - sibling.filled > shares) sibling.shares -= shares
    else endInModel(account, sibling)
  }
  if (order.exits !== null) growExits(account, order, shares, named)
}

/** Where there are exits, sales settle a day later; how their purchase did is its own. */
const USUAL_DAYS = 1

type Named = Readonly<{ sequence: number; placedOn: string; lastDate: string }>

function growExits(account: ModelAccount, order: ModelOrder, shares: bigint, { sequence, placedOn, lastDate }: Named): void {
  const { exits, instrumentId, wallet } = order
  if (exits === null) return
  const known = exits.ids.flatMap((exit) => account.orders.get(exit) ?? [])
  const standing = known.filter(({ open }) => open)
  for (const exit of standing) exit.shares += shares
  if (standing.length > 0 || known.some(({ cancelled }) => cancelled)) return
  const leg = { ...PLAIN_MODEL, instrumentId, wallet, placedOn, lastDate, days: USUAL_DAYS, side: 'sell', shares } as const
  const [profit, loss] = [`profit-${sequence}`, `loss-${sequence}`]
  const both = exits.takeProfit !== null && exits.stopLoss !== null
  if (exits.takeProfit !== null) placeInModel(account, { ...leg, id: profit, worst: exits.takeProfit, sibling: both ? loss : null })
  if (exits.stopLoss !== null) {
    const worst = worstOfStop(instrumentId, 'sell', exits.stopLoss)
    const stop = { stop: exits.stopLoss, hasLimit: false, waiting: true, sibling: both ? profit : null }
    placeInModel(account, { ...leg, ...stop, id: loss, worst })
  }
  exits.ids = [profit, loss].filter((exit) => account.orders.has(exit))
}
