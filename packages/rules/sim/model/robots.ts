/**
 * A rented robot in the reference model: the money and the shares of its one part, as its orders move them, and its limits, straight from the
 * rule book (`docs/rules/robots.md` E.8). Shares in the model's own count, money in cents, limits in ten-thousandths.
 */
export type ModelRobot = {
  readonly id: string
  readonly instrumentId: string
  readonly dailyLoss: bigint
  readonly drawdown: bigint
  readonly sellsAtLimit: boolean
  /** At its end its shares become the customer's own instead of being sold. */
  readonly handsOver: boolean
  readonly endsAt: number
  state: 'running' | 'paused' | 'stopping' | 'expiring' | 'stopped' | 'expired'
  pause: 'dailyLoss' | 'drawdown' | null
  pausedOn: string
  cash: bigint
  shares: bigint
  target: bigint
  orderId: string | null
  /** The last settlement of its sales; empty without one. */
  settlesOn: string
  value: bigint
  valuedOn: string
  peak: bigint
  returned: bigint
}

const WHOLE = 10_000n

export const isOverRobot = ({ state }: ModelRobot): boolean => state === 'stopped' || state === 'expired'

/** True while everything it holds is to be sold. */
export const sellsOut = ({ state, sellsAtLimit }: ModelRobot): boolean =>
  state === 'stopping' || state === 'expiring' || (state === 'paused' && sellsAtLimit)

/** What it trades to come from one target to the next: of its money, or of its shares; null for nothing. */
export function tradeInModel({ cash, shares, target }: ModelRobot, next: bigint): Readonly<{ amount?: bigint; sold?: bigint }> | null {
  if (next > target) {
    const amount = (cash * (next - target)) / (WHOLE - target)
    return amount === 0n ? null : { amount }
  }
  if (next === target) return null
  const sold = (shares * (target - next)) / target
  return sold === 0n ? null : { sold }
}

/** The limit that a value has reached, the fall from the highest before the loss of the day. */
export function limitInModel({ value: before, peak, dailyLoss, drawdown }: ModelRobot, value: bigint): ModelRobot['pause'] {
  if (value * WHOLE <= peak * (WHOLE - drawdown)) return 'drawdown'
  return value * WHOLE <= before * (WHOLE - dailyLoss) ? 'dailyLoss' : null
}

/** Its money comes back once it has nothing to sell, no order, and its sales have settled. Answers with what came, or null. */
export function finishInModel(robot: ModelRobot, settledThrough: string): bigint | null {
  if (robot.state !== 'stopping' && robot.state !== 'expiring') return null
  if (robot.shares > 0n || robot.orderId !== null || robot.settlesOn > settledThrough) return null
  robot.state = robot.state === 'stopping' ? 'stopped' : 'expired'
  robot.returned = robot.cash
  robot.cash = 0n
  return robot.returned
}
