/**
 * The pool of questions about trading with borrowed strength (`docs/rules/suitability.md` P.8). The words are in
 * `text/<language>/suitability-questions.json`; which answer is right stands in `key.ts`, so that no app contains it.
 */

/** Stored with every attempt: the questions it was drawn from. A change of questions or answers is a new number. */
export const POOL_VERSION = 'suitability-1'

export const suitabilityTopics = ['leverage', 'loss', 'liquidation', 'costs', 'means'] as const
export type SuitabilityTopic = (typeof suitabilityTopics)[number]

type Described = Readonly<{ topic: SuitabilityTopic; answers: 3 | 4 }>

export const questionPool = {
  leverageMeaning: { topic: 'leverage', answers: 3 },
  leverageMargin: { topic: 'leverage', answers: 4 },
  leverageMove: { topic: 'leverage', answers: 4 },
  leverageRoom: { topic: 'leverage', answers: 3 },
  leverageContract: { topic: 'leverage', answers: 4 },
  lossMost: { topic: 'loss', answers: 3 },
  lossSpeed: { topic: 'loss', answers: 4 },
  lossShort: { topic: 'loss', answers: 3 },
  lossStop: { topic: 'loss', answers: 3 },
  lossPip: { topic: 'loss', answers: 4 },
  liquidationWhen: { topic: 'liquidation', answers: 3 },
  liquidationAdd: { topic: 'liquidation', answers: 3 },
  liquidationWarning: { topic: 'liquidation', answers: 3 },
  liquidationPart: { topic: 'liquidation', answers: 4 },
  liquidationPrice: { topic: 'liquidation', answers: 4 },
  costsSpread: { topic: 'costs', answers: 3 },
  costsNight: { topic: 'costs', answers: 4 },
  costsFutures: { topic: 'costs', answers: 4 },
  costsWednesday: { topic: 'costs', answers: 3 },
  costsLiquidation: { topic: 'costs', answers: 3 },
  meansMoney: { topic: 'means', answers: 3 },
  meansShare: { topic: 'means', answers: 3 },
  meansPressure: { topic: 'means', answers: 3 },
  meansWatch: { topic: 'means', answers: 4 },
} as const satisfies Record<string, Described>

export type QuestionId = keyof typeof questionPool
export const questionIds = Object.keys(questionPool) as QuestionId[]

export const QUESTIONS_ASKED = 8
export const RIGHT_NEEDED = 6
/** The most answers that a question has. */
export const MAX_ANSWERS = 4
