import { exponentialAverage, simpleAverage } from './averages.ts'
import { bollingerBands } from './bollinger.ts'
import { convergence } from './convergence.ts'
import { relativeStrength } from './relative-strength.ts'
import { stochastic } from './stochastic.ts'
import type { Study, StudyKind } from './study.ts'
import type { Value, Walk } from './walk.ts'

/** A bar as a study reads it. */
export type StudyBar = Readonly<{ high: number; low: number; close: number; volume: number }>
/** One result for each line of the study. */
export type StudyWalk = Walk<StudyBar, readonly Value[]>

const given =
  <Taken, Given>(walk: Walk<Taken, Given>, take: (bar: StudyBar) => Taken, give: (given: Given) => readonly Value[]): StudyWalk =>
  (bar) => {
    const step = walk(take(bar))
    return { given: give(step.given), next: given(step.next, take, give) }
  }

const closeOf = ({ close }: StudyBar): number => close
const one = (value: Value): readonly Value[] => [value]

const walks: Readonly<Record<StudyKind, (...parameters: readonly number[]) => StudyWalk>> = {
  sma: (period = 1) => given(simpleAverage(period), closeOf, one),
  ema: (period = 1) => given(exponentialAverage(period), closeOf, one),
  bollinger: (period = 1, deviations = 1) =>
    given(bollingerBands(period, deviations), closeOf, (bands) => [bands?.middle ?? null, bands?.upper ?? null, bands?.lower ?? null]),
  volume: () => {
    const walk: StudyWalk = ({ volume }) => ({ given: [volume], next: walk })
    return walk
  },
  rsi: (period = 1) => given(relativeStrength(period), closeOf, one),
  macd: (fast = 1, slow = 1, signal = 1) =>
    given(convergence(fast, slow, signal), closeOf, (macd) => [macd.distance, macd.line, macd.signal]),
  kdj: (period = 1, smoothK = 1, smoothD = 1) =>
    given(
      stochastic(period, smoothK, smoothD),
      (bar) => bar,
      (reading) => [reading?.k ?? null, reading?.d ?? null, reading?.j ?? null],
    ),
}

export const walkOf = ({ kind, parameters }: Study): StudyWalk => walks[kind](...parameters)
