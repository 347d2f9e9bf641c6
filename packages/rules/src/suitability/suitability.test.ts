import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { foresee, openAccountState, post } from '../ledger/account-state.ts'
import { next } from '../machine.ts'
import { acceptMarginOrder } from '../margin/accept.ts'
import { orderKind } from '../orders/records.ts'
import { amendOrder } from '../orders/amend.ts'
import { EURUSD, SES, marginAccountState, marginOrderRequest, marginTerms } from '../testing/margin.ts'
import { answersTo, takeQuestions } from '../testing/suitability.ts'
import { NOW, plainHash } from '../testing/us.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { type SuitabilityAttempt, type SuitabilityStatus, suitabilityMachine } from './attempt.ts'
import { drawQuestions } from './draw.ts'
import { suitabilityKey } from './key.ts'
import { POOL_VERSION, questionIds, questionPool, suitabilityTopics } from './pool.ts'
import { suitabilityKind } from './records.ts'
import { isSuitable, suitabilityStanding } from './standing.ts'
import { beginAttempt, handInAnswers } from './take.ts'

/** `docs/rules/suitability.md` P.8, every state with every action: anything not listed there is refused. */
const written: Readonly<Record<SuitabilityStatus, Readonly<Record<'pass' | 'fail' | 'replace', SuitabilityStatus | null>>>> = {
  open: { pass: 'passed', fail: 'failed', replace: 'replaced' },
  passed: { pass: null, fail: null, replace: null },
  failed: { pass: null, fail: null, replace: null },
  replaced: { pass: null, fail: null, replace: null },
}

describe.each(Object.entries(written))('an attempt that is %s', (status, events) => {
  it.each(Object.entries(events))('on %s becomes %s', (event, to) => {
    expect(next(suitabilityMachine, status as SuitabilityStatus, event as 'pass')).toBe(to)
  })
})

const YEAR_MS = 365 * DAY_MS
const standingOf = (state: ReturnType<typeof newcomer>, now: number) => suitabilityStanding(suitabilityKind.of(state).values(), now)
const newcomer = () => openAccountState('10002931')
const fail = (state: ReturnType<typeof newcomer>, now: number) => takeQuestions(state, now, { wrong: 3 })

describe('the pool', () => {
  it('has 24 questions over five topics, each with one right answer among its own', () => {
    expect(questionIds).toHaveLength(24)
    expect(new Set(questionIds.map((id) => questionPool[id].topic))).toEqual(new Set(suitabilityTopics))
    for (const id of questionIds) expect(suitabilityKey[id], id).toBeLessThan(questionPool[id].answers)
  })

  it('has its right answers at every place, so that no place is a good guess', () => {
    const places = questionIds.map((id) => suitabilityKey[id])
    for (const place of [0, 1, 2]) expect(places.filter((each) => each === place).length, `place ${place}`).toBeLessThanOrEqual(9)
  })
})

describe('the draw', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => drawQuestions(`attempt-${index}`))

  it('is eight different questions with every topic among them, and the same for the same attempt', () => {
    for (const drawn of many) {
      expect(new Set(drawn).size).toBe(8)
      expect(new Set(drawn.map((id) => questionPool[id].topic)).size).toBe(suitabilityTopics.length)
    }
    expect(drawQuestions('attempt-7')).toEqual(many[7])
  })

  it('asks each question in about a third of all draws', () => {
    const asked = new Map(questionIds.map((id) => [id, many.filter((drawn) => drawn.includes(id)).length]))
    // Eight of 24 is one in three; the smallest topic has four questions, of which one is always asked.
    for (const [id, count] of asked) {
      expect(count / many.length, id).toBeGreaterThan(0.28)
      expect(count / many.length, id).toBeLessThan(0.4)
    }
  })
})

describe('an attempt', () => {
  it('passes with six right of eight and is valid for a year', () => {
    const state = newcomer()
    expect(takeQuestions(state, NOW, { wrong: 2 })).toMatchObject({
      value: { status: 'passed', right: 6, poolVersion: POOL_VERSION, handedInAt: NOW, validUntil: NOW + YEAR_MS },
    })
    expect([isSuitable(state, NOW), isSuitable(state, NOW + YEAR_MS - 1), isSuitable(state, NOW + YEAR_MS)]).toEqual([true, true, false])
    expect(standingOf(state, NOW)).toMatchObject({ validUntil: NOW + YEAR_MS, pausedUntil: null, triesLeft: 2, open: null })
  })

  it('fails with five, and keeps its answers', () => {
    const state = newcomer()
    expect(fail(state, NOW)).toMatchObject({ value: { status: 'failed', right: 5, validUntil: null } })
    const { last, triesLeft, pausedUntil } = standingOf(state, NOW)
    expect(last?.answers).toHaveLength(8)
    expect({ triesLeft, pausedUntil }).toEqual({ triesLeft: 1, pausedUntil: null })
    expect(isSuitable(state, NOW)).toBe(false)
  })

  it('that is begun and left is continued with the same questions, and counts for nothing', () => {
    const state = newcomer()
    const begun = beginAttempt(state, { id: 'first' }, NOW)
    if (begun.ok) post(state, begun.value.outcome, NOW, plainHash)
    const again = beginAttempt(state, { id: 'second' }, NOW + DAY_MS)
    expect(again).toMatchObject({ value: { attempt: { id: 'first', questions: drawQuestions('first') }, outcome: { entries: [] } } })
    expect(standingOf(state, NOW + DAY_MS)).toMatchObject({ triesLeft: 2, last: null, open: { id: 'first' } })
  })

  it('that is handed in twice has one effect, whatever it is answered with', () => {
    const state = newcomer()
    fail(state, NOW)
    const [attempt] = suitabilityKind.of(state).values()
    if (attempt === undefined) throw new Error('no attempt')
    const again = handInAnswers(state, { attemptId: attempt.id, answers: answersTo(attempt.questions) }, NOW + 1)
    expect(again).toEqual({ ok: true, value: { attempt, outcome: { entries: [] } } })
  })

  it.each([
    ['too few answers', (answers: readonly number[]) => answers.slice(1)],
    ['an answer that the question does not have', (answers: readonly number[]) => answers.with(0, 4)],
    ['a part of an answer', (answers: readonly number[]) => answers.with(0, 0.5)],
  ])('with %s is not handed in', (_, change) => {
    const state = newcomer()
    const begun = beginAttempt(state, { id: 'first' }, NOW)
    if (!begun.ok) throw new Error('refused')
    post(state, begun.value.outcome, NOW, plainHash)
    const answers = change(answersTo(begun.value.attempt.questions))
    expect(handInAnswers(state, { attemptId: 'first', answers }, NOW)).toMatchObject({
      refusal: 'parameter.invalid',
      facts: { field: 'answers' },
    })
  })

  it('that nobody has begun is as good as none', () => {
    expect(handInAnswers(newcomer(), { attemptId: 'first', answers: [] }, NOW)).toMatchObject({ refusal: 'object.not_found' })
  })

  it('of a pool that is no longer asked is replaced by a new one', () => {
    const state = newcomer()
    const old: SuitabilityAttempt = {
      ...{ id: 'old', accountId: state.accountId, status: 'open', poolVersion: 'suitability-0', questions: [], answers: [] },
      ...{ right: null, begunAt: NOW, handedInAt: null, validUntil: null },
    }
    post(state, { entries: [], records: suitabilityKind.changed(old) }, NOW, plainHash)
    expect(handInAnswers(state, { attemptId: 'old', answers: [] }, NOW)).toMatchObject({ refusal: 'object.not_found' })
    const begun = beginAttempt(state, { id: 'new' }, NOW)
    if (!begun.ok) throw new Error('refused')
    post(state, begun.value.outcome, NOW, plainHash)
    expect([...suitabilityKind.of(state).values()].map(({ id, status }) => [id, status])).toEqual([
      ['old', 'replaced'],
      ['new', 'open'],
    ])
  })
})

describe('tries', () => {
  it('are two within a day, then a day’s pause from the second', () => {
    const state = newcomer()
    fail(state, NOW)
    fail(state, NOW + 23 * HOUR_MS)
    const until = NOW + 47 * HOUR_MS
    expect(standingOf(state, NOW + 25 * HOUR_MS)).toMatchObject({ pausedUntil: until, triesLeft: 0 })
    expect(beginAttempt(state, { id: 'third' }, until - 1)).toMatchObject({
      refusal: 'suitability.paused',
      facts: { untilTimestamp: until },
    })
    expect(standingOf(state, until)).toMatchObject({ pausedUntil: null, triesLeft: 2 })
    expect(beginAttempt(state, { id: 'third' }, until)).toMatchObject({ ok: true })
  })

  it('a day apart never pause', () => {
    const state = newcomer()
    for (const day of [0, 1, 2, 3]) expect(fail(state, NOW + day * DAY_MS)).toMatchObject({ ok: true })
    expect(standingOf(state, NOW + 3 * DAY_MS)).toMatchObject({ pausedUntil: null, triesLeft: 1 })
  })

  it('are two again after a pass', () => {
    const state = newcomer()
    fail(state, NOW)
    takeQuestions(state, NOW + 1)
    expect(standingOf(state, NOW + 2)).toMatchObject({ triesLeft: 2, pausedUntil: null })
  })
})

describe('renewing', () => {
  const from = NOW + YEAR_MS - 30 * DAY_MS

  it('is possible thirty days before the end, and not earlier', () => {
    const state = newcomer()
    takeQuestions(state, NOW)
    expect(beginAttempt(state, { id: 'second' }, from - 1)).toMatchObject({
      refusal: 'suitability.passed',
      facts: { untilTimestamp: from },
    })
    expect(takeQuestions(state, from)).toMatchObject({ value: { validUntil: from + YEAR_MS } })
    expect(standingOf(state, from)).toMatchObject({ validUntil: from + YEAR_MS })
  })

  it('that fails leaves the earlier result to its end', () => {
    const state = newcomer()
    takeQuestions(state, NOW)
    fail(state, from)
    fail(state, from + 1)
    expect(standingOf(state, from + 2)).toMatchObject({ validUntil: NOW + YEAR_MS, pausedUntil: from + 1 + DAY_MS })
    expect(isSuitable(state, from + 2)).toBe(true)
  })
})

describe('an order on margin', () => {
  const withoutResult = (instrument: typeof SES) => {
    const state = marginAccountState(4_000_000n, instrument)
    suitabilityKind.of(state).clear()
    return state
  }
  const order = (instrument: typeof SES, change = {}) => marginOrderRequest(instrument, { limitPrice: scaled('1'), ...change })

  it.each([
    ['a future', SES, '5010.25'],
    ['a pair, even with the leverage of one', EURUSD, '1.0845'],
  ] as const)('that opens %s is refused until the questions are passed', (_, instrument, price) => {
    const state = withoutResult(instrument)
    const request = order(instrument, { limitPrice: scaled(price), quantity: instrument.step })
    const ask = () => acceptMarginOrder(state, request, marginTerms(instrument, price), NOW)
    expect(ask()).toMatchObject({ refusal: 'suitability.required' })
    takeQuestions(state, NOW)
    expect(ask()).toMatchObject({ ok: true })
  })

  it('is looked at after the permission, and before the instrument and the money', () => {
    const state = withoutResult(SES)
    const answer = (change: Parameters<typeof marginTerms>[2]) =>
      acceptMarginOrder(state, order(SES, { quantity: scaled('1000') }), marginTerms(SES, '5010.25', change), NOW)
    expect(answer({ permissionMissing: true })).toMatchObject({ refusal: 'permission.required' })
    expect(answer({ halted: true })).toMatchObject({ refusal: 'suitability.required' })
  })

  it('that closes is never refused for it', () => {
    const closing = order(SES, { side: 'sell', limitPrice: scaled('5010.25'), margin: { action: 'close', positionId: 'position-1' } })
    expect(acceptMarginOrder(withoutResult(SES), closing, marginTerms(SES, '5010.25'), NOW)).toMatchObject({
      refusal: 'position.not_open',
    })
  })

  it('can be made smaller when the result has ended, and not larger or dearer', () => {
    const state = marginAccountState(10_000_000n, SES)
    const placed = acceptMarginOrder(
      state,
      order(SES, { limitPrice: scaled('5000'), quantity: scaled('2') }),
      marginTerms(SES, '5010.25'),
      NOW,
    )
    if (!placed.ok) throw new Error(`refused: ${placed.refusal}`)
    post(state, placed.value.outcome, NOW, plainHash)
    const later = NOW + YEAR_MS
    const amend = (change: Partial<Parameters<typeof amendOrder>[1]>) =>
      amendOrder(foresee(state, { entries: [] }), { orderId: 'order-1', ...change }, marginTerms(SES, '5010.25'), later)
    expect(amend({ quantity: scaled('1') })).toMatchObject({ ok: true })
    expect(amend({ quantity: scaled('3') })).toMatchObject({ refusal: 'suitability.required' })
    expect(amend({ limitPrice: scaled('5001') })).toMatchObject({ refusal: 'suitability.required' })
    expect(orderKind.of(state).get('order-1')).toMatchObject({ status: 'working' })
  })
})
