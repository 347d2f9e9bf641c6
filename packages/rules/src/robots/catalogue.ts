import { type Dca, dca } from './rules/dca.ts'
import { type Grid, grid } from './rules/grid.ts'
import { type Rsi, rsi } from './rules/rsi.ts'
import { type SmaCross, smaCross } from './rules/sma-cross.ts'
import { type VolatilityTarget, volatilityTarget } from './rules/volatility-target.ts'
import { publishedTexts } from './published.ts'

/**
 * The robots (`docs/rules/robots.md` N): rules that decide from closes alone what part of its capital an instrument should be worth. Text
 * and parameters of each are published, and the hash of both is pinned here: a rule that changes has another hash, and a test holds that.
 */
export const robotIds = ['smaCross', 'rsi', 'grid', 'dca', 'volatilityTarget'] as const
export type RobotId = (typeof robotIds)[number]

/**
 * A rule: the closes up to and including the day that is decided on, and the place of the first day it decides on. It answers with a part
 * of the capital in ten-thousandths.
 */
type Rule = (closes: readonly bigint[], start: number) => bigint

export type Robot = Readonly<{
  id: RobotId
  parameters: Readonly<Record<string, bigint>>
  /** The source of the rule, as it runs. */
  text: string
  /** SHA-256 of `publishedRule`, in hexadecimal digits. */
  hash: string
  decide: Rule
}>

/** Everything of the capital. */
export const WHOLE = 10_000n

const smaParameters = { fast: 20n, slow: 50n } satisfies SmaCross
const rsiParameters = { days: 14n, buyBelow: 30n, sellAbove: 55n } satisfies Rsi
const gridParameters = { steps: 10n, widthPercent: 2n } satisfies Grid
const dcaParameters = { parts: 12n, everyDays: 5n } satisfies Dca
const volatilityParameters = { days: 20n, targetPercent: 15n } satisfies VolatilityTarget

export const robots: Readonly<Record<RobotId, Robot>> = {
  smaCross: {
    id: 'smaCross',
    parameters: smaParameters,
    text: publishedTexts.smaCross,
    hash: 'e0955ed91b29ea7fe161762a48daaf07b8ce2e091dc09195bfb857bc2cfb10d4',
    decide: (closes, start) => smaCross(closes, start, smaParameters),
  },
  rsi: {
    id: 'rsi',
    parameters: rsiParameters,
    text: publishedTexts.rsi,
    hash: '527223b8a2a3e3c7118b505d4d82e2d68d997715cb4613be8626b0b0e89b06af',
    decide: (closes, start) => rsi(closes, start, rsiParameters),
  },
  grid: {
    id: 'grid',
    parameters: gridParameters,
    text: publishedTexts.grid,
    hash: 'c4fdc71c68f7585ee5ab122764456a6334485aeed52587e67de0c4ec43bbc0fe',
    decide: (closes, start) => grid(closes, start, gridParameters),
  },
  dca: {
    id: 'dca',
    parameters: dcaParameters,
    text: publishedTexts.dca,
    hash: 'e76b7bb70e5df9a8693c36cc06c7bd976671a7c5428f2ab7bb26b34c176db2c8',
    decide: (closes, start) => dca(closes, start, dcaParameters),
  },
  volatilityTarget: {
    id: 'volatilityTarget',
    parameters: volatilityParameters,
    text: publishedTexts.volatilityTarget,
    hash: '45dca606cb6f6602c6fb508fe1fdafc679018e1ec8816517a61d36752a1c14ef',
    decide: (closes, start) => volatilityTarget(closes, start, volatilityParameters),
  },
}

export const robotList: readonly Robot[] = robotIds.map((id) => robots[id])

/** What is hashed: the text of a rule, and its parameters by name. */
export const publishedRule = ({ text, parameters }: Pick<Robot, 'text' | 'parameters'>): string =>
  `${text}\n${Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')}\n`

/** Closes that every rule needs before its first day: as many as the longest window. */
export const WARM_UP_DAYS = 60

/** The targets of each day from `start` on, each from the closes up to its own. */
export const targetsOver = ({ decide }: Pick<Robot, 'decide'>, closes: readonly bigint[], start: number): readonly bigint[] =>
  closes.slice(start).map((_, at) => decide(closes.slice(0, start + at + 1), start))
