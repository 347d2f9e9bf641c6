import { type ModelPosition, equityAt } from './margin.ts'

/** The next step for a position whose margin runs short (D.8, O.1), without the rules. */
export type ModelStep =
  | Readonly<{ kind: 'nothing' | 'cancelOrders' | 'recovered' }>
  | Readonly<{ kind: 'tell'; state: number }>
  | Readonly<{ kind: 'topUp'; cents: bigint }>
  | Readonly<{ kind: 'close'; steps: bigint; stage: 'half' | 'rest' }>

/** 0 is normal, then warning, call and liquidation, by how much of the way from initial down to maintenance margin is left. */
function gravityOf(equity: bigint, { initial, maintenance }: ModelPosition): number {
  const [left, way] = [equity - maintenance, initial - maintenance]
  if (left <= 0n) return LIQUIDATE
  if (2n * left >= way) return 0
  return 5n * left >= way ? 1 : CALL
}
const CALL = 2
const LIQUIDATE = 3
export const stateNames = ['NORMAL', 'WARN', 'CALL', 'LIQUIDATE'] as const

const HALF_HOUR = 1_800_000
const FIVE_SECONDS = 5_000

type Seen = Readonly<{ ticks: bigint; available: bigint; confirmed: boolean; matching: boolean; now: number }>

export function expectedStep(position: ModelPosition, { ticks, available, confirmed, matching, now }: Seen): ModelStep {
  const { steps, held, liquidation, told } = position
  const equity = equityAt(position, ticks)
  const state = gravityOf(equity, position)
  const added = topUpOf(position, equity, available)
  const isFresh = now - position.liquidatingSince < FIVE_SECONDS
  if (state < LIQUIDATE && liquidation !== 'none') return { kind: held > 0n && isFresh ? 'nothing' : 'recovered' }
  if (state < LIQUIDATE) {
    if (state === CALL && added > 0n) return { kind: 'topUp', cents: added }
    const isNews = told === null || now - told.at >= HALF_HOUR || state > told.state
    return state > 0 && isNews ? { kind: 'tell', state } : { kind: 'nothing' }
  }
  if (!matching) return { kind: 'nothing' }
  if (liquidation !== 'none') {
    if (isFresh) return { kind: 'nothing' }
    return held > 0n ? { kind: 'cancelOrders' } : { kind: 'close', steps, stage: 'rest' }
  }
  if (!confirmed) return { kind: 'nothing' }
  if (held > 0n) return { kind: 'cancelOrders' }
  if (added > 0n) return { kind: 'topUp', cents: added }
  return steps <= 5n ? { kind: 'close', steps, stage: 'rest' } : { kind: 'close', steps: (steps + 1n) / 2n, stage: 'half' }
}

/** The automatic top-up: to half of the way, within cap and wallet; nothing if it would not save the position. */
function topUpOf(position: ModelPosition, equity: bigint, available: bigint): bigint {
  const { topUpLeft, initial, maintenance } = position
  if (topUpLeft === null) return 0n
  const missing = maintenance + (initial - maintenance + 1n) / 2n - equity
  const cents = [missing, topUpLeft, available].reduce((least, each) => (each < least ? each : least))
  return cents > 0n && gravityOf(equity + cents, position) < LIQUIDATE ? cents : 0n
}

const CLOSEST = 10n
/** Two percent from the mark, and never less than ten ticks. */
export function worstOfLiquidation(side: 'buy' | 'sell', mark: bigint): bigint {
  const size = ((mark < 0n ? -mark : mark) * 2n) / 100n
  const away = size < CLOSEST ? CLOSEST : size
  return side === 'buy' ? mark + away : mark - away
}
