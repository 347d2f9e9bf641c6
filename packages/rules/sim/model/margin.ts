import { type ModelAccount, type ModelOrder, addCash, endInModel } from './account.ts'
import type { ModelContract } from './contracts.ts'

/**
 * The reference model of positions on margin: their correct state, worked out as simply as possible and without the rules (D.5, D.8).
 * Prices in ticks, quantities in steps, money in cents.
 */
export type ModelPosition = {
  readonly id: string
  readonly contract: ModelContract
  readonly direction: bigint
  steps: bigint
  /** Steps on orders that close it. */
  held: bigint
  /** The basis of results: price × quantity, in parts of a tick and step. */
  basis: bigint
  margin: bigint
  initial: bigint
  maintenance: bigint
  settledOn: string
  rolledOn: string
  /** The automatic top-up still allowed; null when the customer has not allowed any. */
  topUpLeft: bigint | null
  liquidation: 'none' | 'half' | 'rest'
  liquidatingSince: number
  told: Readonly<{ state: number; at: number }> | null
}

const halfAway = (numerator: bigint, denominator: bigint): bigint => {
  const sign = numerator < 0n ? -1n : 1n
  return (sign * (2n * sign * numerator + denominator)) / (2n * denominator)
}
const atLeastZero = (amount: bigint): bigint => (amount < 0n ? 0n : amount)
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const shareOf = (amount: bigint, part: bigint, whole: bigint): bigint => (part === whole ? amount : halfAway(amount * part, whole))

type Counted = Readonly<{ ticks: bigint; steps: bigint; basis: bigint; mid: bigint }>
const resultOf = ({ contract, direction }: ModelPosition, { ticks, steps, basis, mid }: Counted): bigint =>
  contract.cents(direction * (ticks * steps * contract.parts - basis), mid)

/** Margin and floating result, at the middle of the market. */
export const equityAt = (position: ModelPosition, mid: bigint): bigint =>
  position.margin + resultOf(position, { ticks: mid, steps: position.steps, basis: position.basis, mid })

const newPosition = (id: string, contract: ModelContract, direction: bigint): ModelPosition => ({
  id,
  contract,
  direction,
  steps: 0n,
  held: 0n,
  basis: 0n,
  margin: 0n,
  initial: 0n,
  maintenance: 0n,
  settledOn: '',
  rolledOn: '',
  topUpLeft: null,
  liquidation: 'none',
  liquidatingSince: 0,
  told: null,
})

/** A fill of an opening order: its share of the hold becomes margin, out of which its fee is paid. */
export function openInModel(
  account: ModelAccount,
  order: ModelOrder,
  contract: ModelContract,
  { ticks, steps }: Omit<Traded, 'mid'>,
): void {
  const { positionId } = order.margin ?? { positionId: '' }
  const position = account.positions.get(positionId) ?? newPosition(positionId, contract, order.side === 'buy' ? 1n : -1n)
  account.positions.set(positionId, position)
  account.live.set(positionId, position)
  const share = (order.held * steps) / (order.shares - order.filled)
  order.filled += steps
  const fee = smaller(contract.fee * order.filled - (order.charged[0] ?? 0n), share)
  order.charged = [(order.charged[0] ?? 0n) + fee]
  const initial = contract.initial(ticks < 0n ? -ticks : ticks, steps)
  const margin = smaller(initial, share - fee)
  order.held -= margin + fee
  position.margin += margin
  position.initial += initial
  position.maintenance += contract.maintenance(initial, steps)
  position.basis += ticks * steps * contract.parts
  position.steps += steps
  if (order.filled === order.shares) endInModel(account, order)
}

/** A fill of a closing order: the insurance pays the loss beyond the margin, and fees take at most what is left. */
export function closeInModel(account: ModelAccount, order: ModelOrder, position: ModelPosition, { ticks, steps, mid }: Traded): void {
  order.filled += steps
  position.held -= steps
  const fee = position.contract.fee * order.filled - (order.charged[0] ?? 0n)
  const penalty = order.margin?.liquidates === true ? position.contract.penalty(ticks, steps, mid) : 0n
  const { commission, realised } = takeOut(account, position, { ticks, steps, mid, fee, penalty, wallet: order.wallet })
  account.realised += realised
  order.charged = [(order.charged[0] ?? 0n) + commission]
  if (order.filled === order.shares) endInModel(account, order)
}

type Traded = Readonly<{ ticks: bigint; steps: bigint; mid: bigint }>
type Out = Traded & Readonly<{ fee: bigint; penalty: bigint; wallet: ModelOrder['wallet'] }>

type Taken = Readonly<{ commission: bigint; realised: bigint }>

/** Closes a part; a liquidated part leaves its margin to the rest. */
export function takeOut(account: ModelAccount, position: ModelPosition, { ticks, steps, mid, fee, penalty, wallet }: Out): Taken {
  const whole = steps === position.steps
  const basis = shareOf(position.basis, steps, position.steps)
  const result = resultOf(position, { ticks, steps, basis, mid })
  const left = position.margin + result
  const deficit = atLeastZero(-left)
  const commission = smaller(fee, left + deficit)
  const penalised = smaller(penalty, left + deficit - commission)
  const rest = left + deficit - commission - penalised
  const own = penalty > 0n ? 0n : shareOf(position.margin, steps, position.steps) + result - commission - penalised
  const back = whole ? rest : atLeastZero(smaller(own, rest))
  account.insurance -= deficit
  addCash(account, wallet, back)
  position.margin = rest - back
  position.initial -= shareOf(position.initial, steps, position.steps)
  position.maintenance -= shareOf(position.maintenance, steps, position.steps)
  position.basis -= basis
  position.steps -= steps
  if (whole) {
    position.liquidation = 'none'
    account.live.delete(position.id)
  }
  return { commission, realised: result + deficit - commission - penalised }
}

/** Turns the floating result at the settlement price of a date into margin, once. */
export function settlePosition(account: ModelAccount, position: ModelPosition, ticks: bigint, date: string): void {
  if (position.steps === 0n || position.settledOn >= date) return
  const { contract, steps } = position
  const left = equityAt(position, ticks)
  account.insurance -= atLeastZero(-left)
  position.margin = atLeastZero(left)
  position.basis = ticks * steps * contract.parts
  position.initial = contract.initial(ticks, steps)
  position.maintenance = contract.maintenance(position.initial, steps)
  position.settledOn = date
}

/** The nights of a date: none at the weekend, three on a Wednesday. */
export function rollPosition(position: ModelPosition, ticks: bigint, date: string): void {
  if (position.steps === 0n || position.rolledOn >= date) return
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  const nights = weekday === 0 || weekday === 6 ? 0n : weekday === 3 ? 3n : 1n
  position.margin = atLeastZero(position.margin + position.contract.night(position.direction, ticks, position.steps) * nights)
  position.rolledOn = date
}
