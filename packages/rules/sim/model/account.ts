import type { WalletType } from '../../src/wallets/wallet.ts'
import type { ModelCorporate } from './corporate.ts'
import type { ModelDeposit } from './deposits.ts'
import { type ModelStanding, newModelStanding } from './standing.ts'
import type { ModelPlan } from './plans.ts'
import type { ModelMandate } from './follow.ts'
import type { ModelLock, ModelSubscription } from './subscriptions.ts'
import type { ModelFund } from './funds.ts'
import type { ModelRobot } from './robots.ts'
import type { ModelLoan } from './loans.ts'
import { type ModelSuitability, newModelSuitability } from './suitability.ts'
import type { ModelWithdrawal } from './withdrawals.ts'
import type { ModelPosition } from './margin.ts'
import type { ModelTransfer } from './transfers.ts'

/**
 * The reference model: the correct state of a customer's account, worked out as simply as possible and without the rules. Prices and
 * quantities in the units of their listing, money in minor units of its wallet.
 */
export type ModelOrder = {
  readonly id: string
  readonly side: 'buy' | 'sell'
  readonly instrumentId: string
  readonly wallet: WalletType
  /** Its effect on a position on margin; null for shares. */
  readonly margin: Readonly<{ action: 'open' | 'close'; positionId: string; liquidates: boolean }> | null
  worst: bigint
  /** The quantity ordered; smaller than at first after the other order for the same shares was filled. */
  shares: bigint
  filled: bigint
  /** Sum of price × shares. */
  value: bigint
  /** The cash it has moved so far, charges included: paid for a purchase, received for a sale. */
  moved: bigint
  /** The charges taken so far, by kind; for an order on margin their sum. */
  charged: readonly bigint[]
  /** The part of a sale's amount that was bought on the day it was sold on. */
  sameDay: bigint
  held: bigint
  open: boolean
  /** Ended by its customer. */
  cancelled: boolean
  readonly hasLimit: boolean
  /** True for one that pays no charges: a dividend that buys more of its share. */
  readonly isFree: boolean
  /** The number of the commissions it was accepted under. */
  readonly fees: number
  /** True for one that the block desk executes whole, for a fee of its own. */
  readonly isBlock: boolean
  /** The robot that gave it, whose money and shares it moves; null for one of the customer's own. */
  readonly robot: ModelRobot | null
  /** True while it waits for a trade at its stop. */
  waiting: boolean
  stop: bigint | null
  readonly trail: bigint | null
  best: bigint | null
  /** The other order for the same shares. */
  readonly sibling: string | null
  /** The exit prices of a purchase, and the exit orders that are working now. */
  readonly exits: { readonly takeProfit: bigint | null; readonly stopLoss: bigint | null; ids: readonly string[] } | null
  /** Settlement days until its trades settle. */
  readonly days: number
  readonly placedOn: string
  readonly lastDate: string
}

/** An order that works at once and has no relation to another. */
export const PLAIN_MODEL = {
  margin: null,
  isFree: false,
  fees: 0,
  isBlock: false,
  robot: null,
  filled: 0n,
  value: 0n,
  moved: 0n,
  charged: [],
  sameDay: 0n,
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

/** `boughtThatDay` is the part left of the purchases made on the newest date with one. */
export type ModelHolding = { shares: bigint; cost: bigint; boughtOn: string; boughtThatDay: bigint }

export type ModelAccount = {
  frozen: boolean
  readonly cash: Map<WalletType, bigint>
  readonly unsettled: Map<WalletType, bigint>
  readonly holdings: Map<string, ModelHolding>
  /** Gains of sales and closes beyond their cost, all currencies together: it is only compared. */
  realised: bigint
  readonly orders: Map<string, ModelOrder>
  readonly open: Map<string, ModelOrder>
  /** The newest orders, to find one that may have ended. */
  readonly recent: ModelOrder[]
  sales: readonly Readonly<{ wallet: WalletType; date: string; proceeds: bigint }>[]
  readonly settledThrough: Map<WalletType, string>
  readonly transfers: Map<string, ModelTransfer>
  /** Those of them that are on their way. */
  readonly pending: Map<string, ModelTransfer>
  readonly funds: Map<string, ModelFund>
  readonly plans: Map<string, ModelPlan>
  readonly mandates: Map<string, ModelMandate>
  readonly subscriptions: Map<string, ModelSubscription>
  /** Shares that cannot be sold before a date. */
  readonly locks: Map<string, ModelLock>
  readonly loans: Map<string, ModelLoan>
  readonly robots: Map<string, ModelRobot>
  /** The date that loans are counted by, and when one was rejected last. */
  loanDate: string
  loanRejectedAt: number | null
  readonly deposits: Map<string, ModelDeposit>
  readonly withdrawals: Map<string, ModelWithdrawal>
  /** Those of them whose money is on hold. */
  readonly leaving: Map<string, ModelWithdrawal>
  readonly standing: ModelStanding
  readonly corporate: ModelCorporate
  readonly suitability: ModelSuitability
  /** Positions on margin, and those of them that are open. */
  readonly positions: Map<string, ModelPosition>
  readonly live: Map<string, ModelPosition>
  /** Losses beyond margins that the insurance has paid, below zero. */
  insurance: bigint
}

export const newModelAccount = (funds: ReadonlyMap<WalletType, bigint>): ModelAccount => ({
  frozen: false,
  cash: new Map(funds),
  unsettled: new Map(),
  holdings: new Map(),
  realised: 0n,
  orders: new Map(),
  open: new Map(),
  recent: [],
  sales: [],
  settledThrough: new Map(),
  transfers: new Map(),
  pending: new Map(),
  funds: new Map(),
  plans: new Map(),
  mandates: new Map(),
  subscriptions: new Map(),
  locks: new Map(),
  loans: new Map(),
  robots: new Map(),
  loanDate: '',
  loanRejectedAt: null,
  deposits: new Map(),
  withdrawals: new Map(),
  leaving: new Map(),
  standing: newModelStanding(),
  corporate: { dates: new Map(), atClose: new Map(), dividends: new Map(), unpaid: new Map() },
  suitability: newModelSuitability(),
  positions: new Map(),
  live: new Map(),
  insurance: 0n,
})

export const cashIn = ({ cash }: ModelAccount, wallet: WalletType): bigint => cash.get(wallet) ?? 0n
export const unsettledIn = ({ unsettled }: ModelAccount, wallet: WalletType): bigint => unsettled.get(wallet) ?? 0n
export const addCash = (account: ModelAccount, wallet: WalletType, amount: bigint): void =>
  void account.cash.set(wallet, cashIn(account, wallet) + amount)
export const addUnsettled = (account: ModelAccount, wallet: WalletType, amount: bigint): void =>
  void account.unsettled.set(wallet, unsettledIn(account, wallet) + amount)

export function holdingOf({ holdings }: ModelAccount, instrumentId: string): ModelHolding {
  const known = holdings.get(instrumentId)
  if (known !== undefined) return known
  const holding = { shares: 0n, cost: 0n, boughtOn: '', boughtThatDay: 0n }
  holdings.set(instrumentId, holding)
  return holding
}

/** What an order takes or brings, from the wallet or from the robot that gave it. */
export function moveCash(account: ModelAccount, { robot, wallet }: ModelOrder, amount: bigint): void {
  if (robot === null) addCash(account, wallet, amount)
  else robot.cash += amount
}

const KEPT_RECENT = 40

export function placeInModel(account: ModelAccount, order: ModelOrder): void {
  account.orders.set(order.id, order)
  account.open.set(order.id, order)
  account.recent.push(order)
  if (account.recent.length > KEPT_RECENT) account.recent.shift()
  moveCash(account, order, -order.held)
  if (order.robot === null) return
  order.robot.orderId = order.id
  if (order.side === 'sell') order.robot.shares -= order.shares
}

/** The order is over: its remaining hold goes back. */
export function endInModel(account: ModelAccount, order: ModelOrder): void {
  order.open = false
  account.open.delete(order.id)
  moveCash(account, order, order.held)
  order.held = 0n
  if (order.robot !== null) {
    order.robot.orderId = null
    if (order.side === 'sell') order.robot.shares += order.shares - order.filled
  }
  // The quantity that two orders close is held once and released with the second of them.
  if (order.margin?.action !== 'close' || account.open.has(order.sibling ?? '')) return
  const position = account.positions.get(order.margin.positionId)
  if (position !== undefined) position.held -= order.shares - order.filled
}
