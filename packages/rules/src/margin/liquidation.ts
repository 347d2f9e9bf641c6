import { divide, least } from '../decimal.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '../time.ts'
import type { LiquidationStage, MarginPosition, MarginState } from './position.ts'
import { type MarginValuation, marginStateOf, missingToNormal } from './valuation.ts'

/**
 * The steps for a position whose margin runs short (`docs/rules/margin.md` D.8, O.1): its customer is notified, money is added if they
 * asked for that, then half of it is closed, and after five seconds the rest, until all is closed or it has recovered.
 */
export type MarginStep =
  | Readonly<{ kind: 'nothing' }>
  /** Notify the customer of the state of the margin. */
  | Readonly<{ kind: 'tell'; state: MarginState }>
  | Readonly<{ kind: 'topUp'; cents: bigint }>
  /** Take the customer's own orders for it off the venue before anything is closed. */
  | Readonly<{ kind: 'cancelOrders' }>
  | Readonly<{ kind: 'close'; quantity: bigint; stage: Exclude<LiquidationStage, 'none'> }>
  /** The liquidation is over with something left. */
  | Readonly<{ kind: 'recovered' }>

type Situation = Readonly<{
  valuation: MarginValuation
  /** Seen twice, or by a trade. */
  confirmed: boolean
  /** True when its orders would match now: closed sessions and halts are waited out. */
  matching: boolean
  /** The most the wallet could add, in cents. */
  available: bigint
  /** The instrument's smallest step of quantity. */
  step: bigint
}>

const MIN_STEPS_TO_HALVE = 5n
const WAIT_BETWEEN_STEPS_MS = 5 * SECOND_MS
const WARN_AGAIN_AFTER_MS = 30 * MINUTE_MS
const nothing = { kind: 'nothing' } as const

export function nextMarginStep(position: MarginPosition, situation: Situation, now: Instant): MarginStep {
  const { valuation, confirmed } = situation
  if (valuation.state !== 'LIQUIDATE') {
    if (position.liquidation !== 'none') return isClosing(position, now) ? nothing : { kind: 'recovered' }
    const added = valuation.state === 'CALL' ? topUpOf(position, situation) : 0n
    return added > 0n ? { kind: 'topUp', cents: added } : tellOf(position, valuation.state, now)
  }
  if (position.liquidation === 'none') return beginLiquidation(position, situation, confirmed)
  if (!situation.matching || waits(position, now)) return nothing
  // The liquidation's own order is over by now: an order still holding a part is the customer's, placed meanwhile.
  if (position.held > 0n) return { kind: 'cancelOrders' }
  return { kind: 'close', quantity: position.quantity, stage: 'rest' }
}

/** The last order of the liquidation may still be on its way. */
const isClosing = (position: MarginPosition, now: Instant): boolean => position.held > 0n && waits(position, now)
const waits = ({ liquidatingSince }: MarginPosition, now: Instant): boolean => now - (liquidatingSince ?? now) < WAIT_BETWEEN_STEPS_MS

function beginLiquidation(position: MarginPosition, situation: Situation, confirmed: boolean): MarginStep {
  if (!confirmed || !situation.matching) return nothing
  if (position.held > 0n) return { kind: 'cancelOrders' }
  const added = topUpOf(position, situation)
  if (added > 0n) return { kind: 'topUp', cents: added }
  const { quantity } = position
  if (quantity <= MIN_STEPS_TO_HALVE * situation.step) return { kind: 'close', quantity, stage: 'rest' }
  return { kind: 'close', quantity: divide(quantity, 2n * situation.step, 'CEIL') * situation.step, stage: 'half' }
}

/** The automatic top-up: up to the normal state, the customer's cap and the wallet; zero when it would not prevent the liquidation. */
function topUpOf(position: MarginPosition, { valuation, available }: Situation): bigint {
  if (position.topUpLeft === null) return 0n
  const cents = least(least(missingToNormal(valuation.equity, position.requirement), position.topUpLeft), available)
  return cents > 0n && marginStateOf(valuation.equity + cents, position.requirement) !== 'LIQUIDATE' ? cents : 0n
}

const gravity: Readonly<Record<MarginState, number>> = { NORMAL: 0, WARN: 1, CALL: 2, LIQUIDATE: 3 }

/** Notifies of a worse state at once, of the same one again after half an hour, and of an improvement never. */
function tellOf({ toldState, toldAt }: MarginPosition, state: MarginState, now: Instant): MarginStep {
  if (state === 'NORMAL') return nothing
  const known = toldAt !== null && now - toldAt < WARN_AGAIN_AFTER_MS && gravity[state] <= gravity[toldState]
  return known ? nothing : { kind: 'tell', state }
}

/** A breach of the margin seen once, with its time. */
export type Breach = Readonly<{ since: Instant }>
const CONFIRMED_AFTER_MS = SECOND_MS

/**
 * One stray quote liquidates nobody: the breach must still be there at a second look at least a second later, or the last trade must
 * confirm it (`docs/rules/margin.md` D.8).
 */
export function confirmBreach(
  before: Breach | null,
  seen: Readonly<{ atMark: MarginState; atLast: MarginState; at: Instant }>,
): Readonly<{ breach: Breach | null; confirmed: boolean }> {
  if (seen.atMark !== 'LIQUIDATE') return { breach: null, confirmed: false }
  const breach = before ?? { since: seen.at }
  return { breach, confirmed: seen.atLast === 'LIQUIDATE' || seen.at - breach.since >= CONFIRMED_AFTER_MS }
}
