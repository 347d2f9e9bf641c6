/**
 * The reference model of positions on margin: what a customer should have, worked out as simply as possible and without
 * the rules. Prices in ticks, quantities in steps, money in cents; the numbers of the contracts from the rule book (B.4, B.5).
 */
export type ModelContract = Readonly<{
  /** What a tick of one step is worth. */
  centsPerTick: bigint
  /** Fee of a step and side; what 0.05 % is taken of in a liquidation is the value. */
  fee: bigint
  /** Margin of a step at a price in ticks, once the leverage is chosen. */
  initial: (ticks: bigint, steps: bigint) => bigint
  maintenance: (initial: bigint, steps: bigint) => bigint
}>

export type ModelPosition = {
  readonly contract: ModelContract
  readonly direction: bigint
  steps: bigint
  /** What results are measured from. */
  from: bigint
  margin: bigint
  settledOn: string | null
  rolledOn: string | null
}

export type MarginModel = { cash: bigint; insurance: bigint; readonly positions: Map<string, ModelPosition> }

const halfUp = (numerator: bigint, denominator: bigint): bigint => {
  const sign = numerator < 0n ? -1n : 1n
  return (sign * (2n * sign * numerator + denominator)) / (2n * denominator)
}
const atLeastZero = (amount: bigint): bigint => (amount < 0n ? 0n : amount)
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

const fixed = (initial: bigint, maintenance: bigint): Pick<ModelContract, 'initial' | 'maintenance'> => ({
  initial: (_, steps) => initial * steps,
  maintenance: (_, steps) => maintenance * steps,
})
const LEVERAGE = 30n

export const modelContracts: Readonly<Record<string, ModelContract>> = {
  'FUT:SES-2026Z': { centsPerTick: 1_250n, fee: 120n, ...fixed(1_500_000n, 1_360_000n) },
  'FUT:SCL-2027F': { centsPerTick: 1_000n, fee: 120n, ...fixed(620_000n, 560_000n) },
  'FX:EURUSD': {
    centsPerTick: 1n,
    fee: 0n,
    initial: (ticks, steps) => halfUp(ticks * steps, LEVERAGE),
    maintenance: (initial) => halfUp(initial, 2n),
  },
}

export const resultOf = ({ contract, direction, from }: ModelPosition, ticks: bigint, steps: bigint): bigint =>
  direction * (ticks - from) * contract.centsPerTick * steps

export function openInModel(
  model: MarginModel,
  id: string,
  contract: ModelContract,
  direction: bigint,
  ticks: bigint,
  steps: bigint,
): void {
  const margin = contract.initial(ticks, steps)
  model.cash -= margin + contract.fee * steps
  model.positions.set(id, { contract, direction, steps, from: ticks, margin, settledOn: null, rolledOn: null })
}

/** Closes a part: the house pays what was lost beyond the margin, fees take what is left at most. */
export function closeInModel(model: MarginModel, id: string, ticks: bigint, steps: bigint): void {
  const position = model.positions.get(id)
  if (position === undefined) throw new Error('the model has no such position')
  const result = resultOf(position, ticks, steps)
  const left = position.margin + result
  model.insurance -= atLeastZero(-left)
  const afterLoss = atLeastZero(left)
  const fee = smaller(position.contract.fee * steps, afterLoss)
  const share = steps === position.steps ? position.margin : halfUp(position.margin * steps, position.steps)
  const back = steps === position.steps ? afterLoss - fee : atLeastZero(smaller(share + result - fee, afterLoss - fee))
  model.cash += back
  position.margin = afterLoss - fee - back
  position.steps -= steps
  if (position.steps === 0n) model.positions.delete(id)
}

export function settleInModel(model: MarginModel, id: string, ticks: bigint, date: string): void {
  const position = model.positions.get(id)
  if (position === undefined || (position.settledOn !== null && position.settledOn >= date)) return
  const left = position.margin + resultOf(position, ticks, position.steps)
  model.insurance -= atLeastZero(-left)
  position.margin = atLeastZero(left)
  position.from = ticks
  position.settledOn = date
}

/** A long EURUSD pays 2.5 % a year of its value, a short one earns 1 %; by the night, rounded. */
export function rollInModel(model: MarginModel, id: string, ticks: bigint, date: string, nights: bigint): void {
  const position = model.positions.get(id)
  if (position === undefined || (position.rolledOn !== null && position.rolledOn >= date)) return
  const perMille = position.direction > 0n ? -25n : 10n
  const night = halfUp(ticks * position.steps * perMille, 360_000n)
  position.margin = atLeastZero(position.margin + night * nights)
  position.rolledOn = date
}
