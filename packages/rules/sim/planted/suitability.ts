import { ok } from '../../src/result.ts'
import { suitabilityKind } from '../../src/suitability/records.ts'
import { DAY_MS } from '../../src/time.ts'
import { realRules } from '../brokerage/rules.ts'
import { type Planted, outcomeWith } from './changes.ts'
import { changing, holding } from './replaced.ts'

/** Bugs of the questions before the first position on margin. */
export const plantedInSuitability: Planted = {
  'a position on margin is opened without the questions': {
    ...realRules,
    acceptMarginOrder: (state, request, terms, now) =>
      realRules.acceptMarginOrder(state, request, { ...terms, suitabilityWaived: true }, now),
  },
  'an order on margin is made larger without the questions': {
    ...realRules,
    amendOrder: (state, amendment, terms, now) => {
      const passed = [...suitabilityKind.of(state).values()].map((each) => ({ ...each, handedInAt: 0, validUntil: now + DAY_MS }))
      return realRules.amendOrder(holding(state, suitabilityKind, new Map(passed.map((each) => [each.id, each]))), amendment, terms, now)
    },
  },
  'answers that were handed in can be handed in again': {
    ...realRules,
    handInAnswers: (state, { attemptId, answers }, now) => {
      const attempt = suitabilityKind.of(state).get(attemptId)
      if (attempt === undefined) return realRules.handInAnswers(state, { attemptId, answers }, now)
      const reopened = new Map(suitabilityKind.of(state)).set(attemptId, { ...attempt, status: 'open' })
      return realRules.handInAnswers(holding(state, suitabilityKind, reopened), { attemptId, answers }, now)
    },
  },
  'beginning again draws other questions': {
    ...realRules,
    beginAttempt: (state, asked, now) => {
      const handedIn = new Map([...suitabilityKind.of(state)].filter(([, { status }]) => status !== 'open'))
      return realRules.beginAttempt(holding(state, suitabilityKind, handedIn), asked, now)
    },
  },
  'the pause ends at once': {
    ...realRules,
    beginAttempt: (state, asked, now) => {
      const passed = new Map([...suitabilityKind.of(state)].filter(([, { status }]) => status !== 'failed'))
      return realRules.beginAttempt(holding(state, suitabilityKind, passed), asked, now)
    },
  },
  'a failed attempt allows as much as a passed one': {
    ...realRules,
    handInAnswers: (state, asked, now) => {
      const handedIn = realRules.handInAnswers(state, asked, now)
      if (!handedIn.ok || handedIn.value.attempt.status !== 'failed') return handedIn
      const outcome = outcomeWith(ok(handedIn.value.outcome), (before) =>
        changing(before, suitabilityKind, [{ ...handedIn.value.attempt, validUntil: now + DAY_MS }]),
      )
      return outcome.ok ? ok({ ...handedIn.value, outcome: outcome.value }) : outcome
    },
  },
}
