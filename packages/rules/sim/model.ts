import { type ModelCorporate, newModelCorporate } from './corporate-model.ts'
import { type ModelWallets, newModelWallets } from './transfer-model.ts'

/**
 * The reference model: what a customer should have, worked out as simply as possible and without the rules. Whole
 * shares, money in cents, prices in ten-thousandths of a dollar; fees straight from the text of the rule book (B.1).
 */
export type ModelOrder = {
  readonly side: 'buy' | 'sell'
  readonly instrumentId: string
  worst: bigint
  /** What it is for; less than at first where the other order for the same shares was filled. */
  shares: bigint
  filled: bigint
  /** Sum of price × shares, in ten-thousandths. */
  value: bigint
  /** What it has moved so far, charges included: paid for a purchase, received for a sale. */
  moved: bigint
  held: bigint
  open: boolean
  /** Ended by its customer. */
  cancelled: boolean
  readonly hasLimit: boolean
  /** Whether it still waits for a trade at its stop. */
  waiting: boolean
  stop: bigint | null
  readonly trail: bigint | null
  best: bigint | null
  /** The other order for the same shares. */
  readonly sibling: string | null
  /** How a purchase is left again, and the orders that stand for it now. */
  readonly exits: { readonly takeProfit: bigint | null; readonly stopLoss: bigint | null; ids: readonly string[] } | null
}

/** An order that works at once and stands alone. */
export const PLAIN_MODEL = {
  filled: 0n,
  value: 0n,
  moved: 0n,
  held: 0n,
  open: true,
  cancelled: false,
  hasLimit: true,
  waiting: false,
  stop: null,
  trail: null,
  best: null,
  sibling: null,
  exits: null,
} as const satisfies Partial<ModelOrder>

export type ModelAccount = {
  cash: bigint
  unsettled: bigint
  readonly shares: Map<string, bigint>
  readonly cost: Map<string, bigint>
  realised: bigint
  readonly orders: Map<string, ModelOrder>
  readonly sales: { date: string; proceeds: bigint }[]
  readonly wallets: ModelWallets
  readonly corporate: ModelCorporate
}

export const newModelAccount = (cash: bigint, funding: bigint): ModelAccount => ({
  cash,
  unsettled: 0n,
  shares: new Map(),
  cost: new Map(),
  realised: 0n,
  orders: new Map(),
  sales: [],
  wallets: newModelWallets(funding),
  corporate: newModelCorporate(),
})

const HUNDREDTHS = 100n

export const cents = (tenThousandths: bigint): bigint => (tenThousandths + HUNDREDTHS / 2n) / HUNDREDTHS
const centsUp = (tenThousandths: bigint): bigint => (tenThousandths + HUNDREDTHS - 1n) / HUNDREDTHS

/** 0.03 %, at least 0.50, a half cent rounded up. */
const commission = (amount: bigint): bigint => {
  const exact = (amount * 3n + 5_000n) / 10_000n
  return exact < 50n ? 50n : exact
}
/** 20.60 per million, up to the next cent. */
const secFee = (amount: bigint): bigint => (amount * 2_060n + 99_999_999n) / 100_000_000n
/** 0.000195 a share, up to the next cent, at most 9.79. */
const taf = (shares: bigint): bigint => {
  const exact = (shares * 195n + 9_999n) / 10_000n
  return exact > 979n ? 979n : exact
}

export const feesOf = (side: 'buy' | 'sell', amount: bigint, shares: bigint): bigint => {
  if (shares === 0n) return 0n
  return side === 'buy' ? commission(amount) : commission(amount) + secFee(amount) + taf(shares)
}

export const holdOf = (worst: bigint, shares: bigint): bigint => {
  const amount = centsUp(worst * shares)
  return amount + feesOf('buy', amount, shares)
}

type Orders = Iterable<readonly [string, ModelOrder]>

/** Shares not on a sell order; `orders` are those that are open, where somebody knows them already. */
export const freeShares = (account: ModelAccount, instrumentId: string, orders: Orders = account.orders): bigint => {
  let free = account.shares.get(instrumentId) ?? 0n
  for (const [id, order] of orders) {
    if (!order.open || order.side !== 'sell' || order.instrumentId !== instrumentId) continue
    // Two orders for the same shares hold them once.
    const isSecond = order.sibling !== null && account.orders.get(order.sibling)?.open === true && order.sibling < id
    if (!isSecond) free -= order.shares - order.filled
  }
  return free
}

export function fillModel(account: ModelAccount, order: ModelOrder, price: bigint, shares: bigint, date: string): void {
  order.filled += shares
  order.value += price * shares
  const amount = cents(order.value)
  const held = account.shares.get(order.instrumentId) ?? 0n
  const cost = account.cost.get(order.instrumentId) ?? 0n
  if (order.side === 'buy') {
    const paid = amount + feesOf('buy', amount, order.filled) - order.moved
    order.moved += paid
    order.held -= paid
    account.shares.set(order.instrumentId, held + shares)
    account.cost.set(order.instrumentId, cost + paid)
    if (order.filled === order.shares) account.cash += order.held
  } else {
    const fees = feesOf('sell', amount, order.filled)
    const received = (fees > amount ? 0n : amount - fees) - order.moved
    order.moved += received
    account.cash += received
    account.unsettled += received
    account.sales.push({ date, proceeds: received })
    const out = held === shares ? cost : (cost * shares * 2n + held) / (held * 2n)
    account.shares.set(order.instrumentId, held - shares)
    account.cost.set(order.instrumentId, cost - out)
    account.realised += received - out
  }
  if (order.filled === order.shares) order.open = false
}

export function endModel(account: ModelAccount, order: ModelOrder): void {
  order.open = false
  if (order.side === 'buy') account.cash += order.held
}

export function settleModel(account: ModelAccount, date: string): void {
  for (const sale of account.sales) if (sale.date === date) account.unsettled -= sale.proceeds
  const left = account.sales.filter((sale) => sale.date !== date)
  account.sales.splice(0, account.sales.length, ...left)
}
