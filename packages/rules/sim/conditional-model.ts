import { type ModelAccount, type ModelOrder, cents, feesOf, holdOf } from './model.ts'

/**
 * Stops, trails, exits and amendments as the rule book tells them (D.1 to D.3), without the rules: prices in
 * ten-thousandths of a dollar, whole shares.
 */
const DOLLAR = 10_000n
const CENT = 100n
const tickOf = (price: bigint): bigint => (price >= DOLLAR ? CENT : 1n)

/** numerator / 100 on the price grid, half a step rounded up. */
function onGrid(hundredfold: bigint): bigint {
  const step = 100n * tickOf(hundredfold / 100n)
  return ((hundredfold + step / 2n) / step) * (step / 100n)
}

const above = (hundredfold: bigint): bigint => {
  const step = 100n * tickOf(hundredfold / 100n)
  return ((hundredfold + step - 1n) / step) * (step / 100n)
}
const below = (hundredfold: bigint): bigint => {
  const step = 100n * tickOf(hundredfold / 100n)
  return (hundredfold / step) * (step / 100n)
}

/** A purchase is held two percent above its stop, a sale sells at most five percent below it. */
export const worstOfStop = (side: 'buy' | 'sell', stop: bigint): bigint => (side === 'buy' ? onGrid(stop * 102n) : above(stop * 95n))

export function worstAfter(order: ModelOrder, last: bigint): bigint {
  if (order.hasLimit) return order.worst
  if (order.side === 'sell') return above(last * 95n)
  const collar = below(last * 105n)
  return collar < order.worst ? collar : order.worst
}

export const trailedStop = (side: 'buy' | 'sell', best: bigint, percent: bigint): bigint =>
  onGrid(best * (side === 'buy' ? 100n + percent : 100n - percent))

export const isBetter = (side: 'buy' | 'sell', known: bigint, last: bigint): boolean => (side === 'buy' ? last < known : last > known)

/** What a fill does to the orders beside it: the other one of the same shares, or the exits of a purchase. */
export function spreadFill(account: ModelAccount, order: ModelOrder, shares: bigint, sequence: number): void {
  const sibling = order.sibling === null ? undefined : account.orders.get(order.sibling)
  if (sibling?.open === true) {
    if (sibling.shares - sibling.filled > shares) sibling.shares -= shares
    else sibling.open = false
  }
  if (order.exits !== null) growExits(account, order, shares, sequence)
}

function growExits(account: ModelAccount, order: ModelOrder, shares: bigint, sequence: number): void {
  const { exits } = order
  if (exits === null) return
  const known = exits.ids.flatMap((exit) => account.orders.get(exit) ?? [])
  const standing = known.filter(({ open }) => open)
  for (const exit of standing) exit.shares += shares
  if (standing.length > 0 || known.some(({ cancelled }) => cancelled)) return
  const leg = { ...order, side: 'sell', shares, filled: 0n, value: 0n, moved: 0n, held: 0n, open: true, exits: null } as const
  const [profit, loss] = [`profit-${sequence}`, `loss-${sequence}`]
  const both = exits.takeProfit !== null && exits.stopLoss !== null
  if (exits.takeProfit !== null)
    account.orders.set(profit, { ...leg, hasLimit: true, worst: exits.takeProfit, stop: null, waiting: false, sibling: both ? loss : null })
  if (exits.stopLoss !== null) {
    const worst = worstOfStop('sell', exits.stopLoss)
    account.orders.set(loss, { ...leg, hasLimit: false, worst, stop: exits.stopLoss, waiting: true, sibling: both ? profit : null })
  }
  exits.ids = [profit, loss].filter((exit) => account.orders.has(exit))
}

/** What a purchase has to hold under other terms: everything it would cost, less what it has paid. */
export function holdAmended(order: ModelOrder, worst: bigint, shares: bigint): bigint {
  const rest = shares - order.filled
  const whole = cents(order.value) + (holdOf(worst, rest) - feesOf('buy', (worst * rest + CENT - 1n) / CENT, rest))
  return whole + feesOf('buy', whole, shares) - order.moved
}

/** INV-18: what the books say of every open order is what the model says. */
export function* orderBreaches(
  books: Readonly<{ openOrders: number; orders: ReadonlyMap<string, BooksOrder> }>,
  open: readonly (readonly [string, ModelOrder])[],
): Generator<string> {
  const [unit, share] = [10_000n, 100_000_000n]
  for (const [id, order] of open) {
    const known = books.orders.get(id)
    if (known === undefined) return yield `order ${id} is not in the books`
    if (known.quantity !== order.shares * share) yield `order ${id} is of ${known.quantity}, the model says ${order.shares} shares`
    if (known.worstPrice !== order.worst * unit) yield `order ${id} may fill at ${known.worstPrice}, the model says ${order.worst}`
    if (known.heldCash !== order.held) yield `order ${id} holds ${known.heldCash}, the model says ${order.held}`
    if ((known.status === 'held') !== order.waiting)
      yield `order ${id} is ${known.status}, the model says ${order.waiting ? 'held' : 'working'}`
    if (order.waiting && known.stopPrice !== (order.stop ?? 0n) * unit)
      yield `order ${id} stops at ${known.stopPrice}, the model says ${order.stop}`
  }
  if (open.length !== books.openOrders) yield `${books.openOrders} orders are open, the model says ${open.length}`
}

type BooksOrder = Readonly<{ status: string; quantity: bigint; worstPrice: bigint; heldCash: bigint; stopPrice: bigint | null }>
