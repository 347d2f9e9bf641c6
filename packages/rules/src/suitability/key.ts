import type { QuestionId } from './pool.ts'

/** The right answer of each question, counted from zero. Kept apart from the questions: no app contains it. */
export const suitabilityKey: Readonly<Record<QuestionId, number>> = {
  leverageMeaning: 1,
  leverageMargin: 2,
  leverageMove: 3,
  leverageRoom: 0,
  leverageContract: 2,
  lossMost: 1,
  lossSpeed: 1,
  lossShort: 2,
  lossStop: 0,
  lossPip: 2,
  liquidationWhen: 2,
  liquidationAdd: 0,
  liquidationWarning: 1,
  liquidationPart: 3,
  liquidationPrice: 1,
  costsSpread: 0,
  costsNight: 2,
  costsFutures: 3,
  costsWednesday: 2,
  costsLiquidation: 1,
  meansMoney: 2,
  meansShare: 0,
  meansPressure: 1,
  meansWatch: 3,
}
