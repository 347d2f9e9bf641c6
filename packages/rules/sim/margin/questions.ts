import { ok } from '../../src/result.ts'
import { VALID_FOR_MS } from '../../src/suitability/attempt.ts'
import { suitabilityKey } from '../../src/suitability/key.ts'
import { type QuestionId, questionPool } from '../../src/suitability/pool.ts'
import { suitabilityKind } from '../../src/suitability/records.ts'
import { beginAnswer } from '../model/suitability.ts'
import { expectAnswer } from '../orders/place.ts'
import { type Step, remember } from '../world/world.ts'

/** The questions before the first position on margin: begun, left, handed in right and wrong, and handed in again. */
const MAX_WRONG = 6
const RIGHT_NEEDED = 6
const ASKED = 8

/** Whoever sits down to it goes on for a while, and tries again after a failure. */
const MAX_TURNS = 5

export function takeQuestions(step: Step): void {
  const { model, rng, number } = step
  for (let turn = 0; turn === 0 || (turn < MAX_TURNS && rng.percent(75)); turn += 1) {
    const name = `questions-${number}-${turn}`
    if (model.suitability.open === null || rng.percent(15)) begin(step, name)
    else handIn(step, model.suitability.open, name)
  }
}

function begin(step: Step, id: string): void {
  const { world, accountId, account, model, now } = step
  const key = `key-${id}`
  const before = model.suitability.open
  const send = (name: string) =>
    world.brokerage.request(accountId, key, now, (state) => {
      const begun = world.brokerage.rules.beginAttempt(state, { id: name }, now)
      return begun.ok ? ok(begun.value.outcome) : begun
    })
  const answer = send(id)
  expectAnswer(answer, beginAnswer(model.suitability, now), 'the questions')
  if (!answer.ok) return void world.seen.add(`questions refused: ${answer.refusal}`)
  remember(step, { key, answer, again: () => send(`${id}-again`) })
  const open = [...suitabilityKind.of(account.state).values()].filter(({ status }) => status === 'open').map((each) => each.id)
  const expected = before ?? id
  if (open.length !== 1 || open[0] !== expected) throw new Error(`open are the attempts ${open.join(' ')}, the model says ${expected}`)
  world.seen.add(before === null ? 'questions begun' : 'questions continued')
  model.suitability.open = expected
}

function handIn(step: Step, attemptId: string, name: string): void {
  const { world, accountId, account, model, rng, now } = step
  const questions = suitabilityKind.of(account.state).get(attemptId)?.questions ?? []
  const wrong = rng.below(MAX_WRONG + 1)
  const send = (key: string, mistakes: number) =>
    world.brokerage.request(accountId, key, now, (state) => {
      const answers = answersTo(questions, mistakes)
      const handedIn = world.brokerage.rules.handInAnswers(state, { attemptId, answers }, now)
      return handedIn.ok ? ok(handedIn.value.outcome) : handedIn
    })
  const key = `key-${name}`
  const answer = send(key, wrong)
  expectAnswer(answer, null, `answers with ${wrong} mistakes`)
  remember(step, { key, answer, again: () => send(key, ASKED - wrong) })
  const passed = ASKED - wrong >= RIGHT_NEEDED
  model.suitability.open = null
  model.suitability.tries = [...model.suitability.tries, { at: now, passed }]
  world.seen.add(passed ? 'questions passed' : 'questions failed')
  // Once more, with other answers: what was handed in stays.
  send(`${key}-twice`, passed ? ASKED : 0)
  const status = suitabilityKind.of(account.state).get(attemptId)?.status
  if (status !== (passed ? 'passed' : 'failed')) throw new Error(`answers with ${wrong} mistakes have ${status}`)
}

const answersTo = (questions: readonly QuestionId[], mistakes: number): readonly number[] =>
  questions.map((id, place) => (suitabilityKey[id] + (place < mistakes ? 1 : 0)) % questionPool[id].answers)

/** A year goes by since what was handed in: its result is over, however many orders it has let open. */
export function ageResults({ account, model, world }: Step): void {
  if (model.suitability.tries.length === 0) return
  const attempts = suitabilityKind.of(account.state)
  for (const attempt of attempts.values()) {
    const { handedInAt, validUntil } = attempt
    if (handedInAt === null) continue
    const until = validUntil === null ? null : validUntil - VALID_FOR_MS
    attempts.set(attempt.id, { ...attempt, handedInAt: handedInAt - VALID_FOR_MS, validUntil: until })
  }
  model.suitability.tries = model.suitability.tries.map((each) => ({ ...each, at: each.at - VALID_FOR_MS }))
  world.seen.add('results are over')
}

/** One customer in so many begins without a result. */
const NEW_OF = 4

/** Puts a result that was there before the run into an account. */
export function beginSuitable(
  { account, model, accountId, now }: Pick<Step, 'account' | 'model' | 'accountId' | 'now'>,
  index: number,
): void {
  if (index % NEW_OF === 2) return
  suitabilityKind.of(account.state).set('attempt-before', {
    ...{ id: 'attempt-before', accountId, status: 'passed', poolVersion: 'before', questions: [], answers: [], right: ASKED },
    ...{ begunAt: now, handedInAt: now, validUntil: now + VALID_FOR_MS },
  })
  model.suitability.tries = [{ at: now, passed: true }]
}
