import { type ModelAccount, type ModelHolding, type ModelOrder, addUnsettled, endInModel, holdingOf, moveCash } from './account.ts'
import { type ModelTrade, feesOf, halfUp, minorUnit, roundedUp, totalOf } from './fees.ts'

/** Shares in the reference model: the hold of an order, the effect of a fill, and the settlement of trades. */
const BOARD_LOT = 1_000n

type Whole = Pick<ModelOrder, 'instrumentId' | 'shares' | 'fees'> & Partial<Pick<ModelOrder, 'isBlock'>>
export const isOdd = ({ instrumentId, shares }: Pick<Whole, 'instrumentId' | 'shares'>): boolean =>
  instrumentId.startsWith('TW:') && shares < BOARD_LOT

const purchase = (order: Whole, amount: bigint, date: string): ModelTrade => ({
  instrumentId: order.instrumentId,
  side: 'buy',
  amount,
  shares: order.shares,
  date,
  odd: isOdd(order),
  sameDay: 0n,
  block: order.isBlock ?? false,
  fees: order.fees,
})

export function holdOf(order: Whole & Readonly<{ worst: bigint }>, date: string): bigint {
  const amount = roundedUp(order.worst * order.shares, minorUnit(order.instrumentId))
  return amount + totalOf(feesOf(purchase(order, amount, date)))
}

/** The hold of a purchase under other terms: its whole cost, less the part already paid. */
export function holdAmended(order: ModelOrder, worst: bigint, shares: bigint, date: string): bigint {
  const unit = minorUnit(order.instrumentId)
  const whole = halfUp(order.value, unit) + roundedUp(worst * (shares - order.filled), unit)
  return whole + totalOf(feesOf(purchase({ ...order, shares }, whole, date))) - order.moved
}

/** The orders one request is placed as: in Taiwan whole lots, and the part less than one. */
export function partsOf(instrumentId: string, shares: bigint): readonly bigint[] {
  const odd = shares % BOARD_LOT
  return !instrumentId.startsWith('TW:') || odd === 0n || odd === shares ? [shares] : [shares - odd, odd]
}

/** Shares that cannot be sold yet, and those of robots. */
export const lockedShares = ({ locks, robots }: ModelAccount, instrumentId: string): bigint =>
  [...locks.values(), ...robots.values()].reduce((sum, lock) => (lock.instrumentId === instrumentId ? sum + lock.shares : sum), 0n)

/** Shares not on a sell order, and not locked. */
export function freeShares(account: ModelAccount, instrumentId: string): bigint {
  let free = (account.holdings.get(instrumentId)?.shares ?? 0n) - lockedShares(account, instrumentId)
  for (const order of account.open.values()) if (order.instrumentId === instrumentId) free -= soldBy(account, order)
  return free
}

/** Why so many more cannot be sold than are free: there are not as many, or some of them are locked. */
export function tooFewIn(account: ModelAccount, instrumentId: string, lacking: bigint): string {
  const locked = lockedShares(account, instrumentId)
  return locked > 0n && locked >= lacking ? 'position.locked' : 'position.insufficient'
}

/** The shares that a sell order keeps; two orders for the same ones keep them once. */
export function soldBy(account: ModelAccount, { id, side, margin, sibling, shares, filled }: ModelOrder): bigint {
  if (side === 'buy' || margin !== null) return 0n
  const isSecond = sibling !== null && sibling < id && account.open.has(sibling)
  return isSecond ? 0n : shares - filled
}

/** `settlesOn` is null for a trade that has settled already when it is booked. */
type ModelFill = Readonly<{ price: bigint; shares: bigint; date: string; settlesOn: string | null }>

export function fillInModel(account: ModelAccount, order: ModelOrder, { price, shares, date, settlesOn }: ModelFill): void {
  const unit = minorUnit(order.instrumentId)
  const holding = holdingOf(account, order.instrumentId)
  const ofThatDay = holding.boughtOn === date ? smaller(holding.boughtThatDay, shares) : 0n
  order.filled += shares
  order.value += price * shares
  const amount = halfUp(order.value, unit)
  if (order.side === 'sell') order.sameDay += halfUp(price * ofThatDay, unit)
  const { instrumentId, side, filled } = order
  const sameDay = smaller(order.sameDay, amount)
  const fees = order.isFree
    ? []
    : feesOf({ instrumentId, side, amount, shares: filled, date, odd: isOdd(order), sameDay, block: order.isBlock, fees: order.fees })
  order.charged = fees.map((fee, kind) => larger(fee, order.charged[kind] ?? 0n))
  const charges = totalOf(order.charged)
  if (side === 'buy') buy(order, holding, amount + charges - order.moved, { shares, date })
  else sell(account, order, holding, (charges > amount ? 0n : amount - charges) - order.moved, { shares, ofThatDay, settlesOn })
  if (filled === order.shares) endInModel(account, order)
}

function buy(order: ModelOrder, holding: ModelHolding, paid: bigint, { shares, date }: Pick<ModelFill, 'shares' | 'date'>): void {
  order.moved += paid
  order.held -= paid
  holding.shares += shares
  holding.cost += paid
  if (order.robot !== null) order.robot.shares += shares
  if (date < holding.boughtOn) return
  holding.boughtThatDay = (holding.boughtOn === date ? holding.boughtThatDay : 0n) + shares
  holding.boughtOn = date
}

type Sold = Pick<ModelFill, 'shares' | 'settlesOn'> & Readonly<{ ofThatDay: bigint }>

function sell(
  account: ModelAccount,
  order: ModelOrder,
  holding: ModelHolding,
  received: bigint,
  { shares, ofThatDay, settlesOn }: Sold,
): void {
  const { wallet } = order
  order.moved += received
  moveCash(account, order, received)
  if (settlesOn !== null) {
    if (order.robot !== null && settlesOn > order.robot.settlesOn) order.robot.settlesOn = settlesOn
    addUnsettled(account, wallet, received)
    account.sales = [...account.sales, { wallet, date: settlesOn, proceeds: received }]
  }
  const out = holding.shares === shares ? holding.cost : halfUp(holding.cost * shares, holding.shares)
  holding.shares -= shares
  holding.cost -= out
  holding.boughtThatDay -= ofThatDay
  if (holding.shares === 0n) holding.boughtOn = ''
  account.realised += received - out
}

/** Settles everything of a wallet's market up to a date. */
export function settleInModel(account: ModelAccount, wallet: ModelOrder['wallet'], date: string): void {
  for (const sale of account.sales) if (sale.wallet === wallet && sale.date <= date) addUnsettled(account, wallet, -sale.proceeds)
  account.sales = account.sales.filter((sale) => sale.wallet !== wallet || sale.date > date)
  account.settledThrough.set(wallet, date)
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
