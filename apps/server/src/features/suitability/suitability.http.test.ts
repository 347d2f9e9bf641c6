import { orders } from '@rueda/contract/orders.ts'
import type { Endpoint, InputOf } from '@rueda/contract/endpoint.ts'
import { positions } from '@rueda/contract/positions.ts'
import { suitability } from '@rueda/contract/suitability.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { VALID_FOR_MS } from '@rueda/rules/suitability/attempt.ts'
import { suitabilityKey } from '@rueda/rules/suitability/key.ts'
import { type QuestionId, questionPool } from '@rueda/rules/suitability/pool.ts'
import { DAY_MS, HOUR_MS } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fundMargin } from '../../testing/books.ts'
import { type Customer, type Harness, register, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { passSuitability } from '../../testing/suitability.ts'
import { findingsAfter } from '../../testing/tamper.ts'

/** A newcomer with money for positions on margin, who has answered nothing yet. */
let harness: Harness
let ana: Customer

beforeEach(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
  ana = await register(harness, 'newcomer@example.org')
  await fundMargin(harness.writePath, ana.accountId, 'FUTURE', 4_000_000n)
})
afterEach(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

const CYCLE_MS = 250
let sent = 0
const key = () => ({ 'idempotency-key': `asked-${(sent += 1)}` })
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })
const state = ({ token } = ana) => harness.ask(suitability.state, {}, token)
const begin = ({ token } = ana, headers = key()) => harness.call(suitability.begin, {}, token, headers)
const questionsOf = async (customer = ana) => {
  const { data } = await begin(customer)
  if (data === null) throw new Error('no questions')
  return data
}
const answersTo = (questions: readonly Readonly<{ id: QuestionId }>[], wrong: number): number[] =>
  questions.map(({ id }, place) => (suitabilityKey[id] + (place < wrong ? 1 : 0)) % questionPool[id].answers)
const handIn = (attemptId: string, answers: number[], { token } = ana, headers = key()) =>
  harness.call(suitability.answer, { attemptId, answers }, token, headers)
const take = async (wrong = 0) => {
  const { attemptId, questions } = await questionsOf()
  return harness.ask(suitability.answer, { attemptId, answers: answersTo(questions, wrong) }, ana.token)
}
const FUTURE = { goldCode: 'SES-2026Z', market: 'FUT', direction: 0, orderType: 1, price: '5010.25', quantity: '1' } as const
const PREVIEW = { ...FUTURE, stockCode: FUTURE.goldCode } as const
const open = ({ token } = ana) => harness.call(orders.createMargin, FUTURE, token)

describe('before the questions', () => {
  it('a position on margin is not opened, and the preview says so beside what it would cost', async () => {
    expect(await open()).toMatchObject({ ...refused('suitability.required'), status: 200 })
    expect(await harness.ask(orders.preview, PREVIEW, ana.token)).toMatchObject({ questionsFirst: 1, margin: '15000.00' })
    expect(await state()).toMatchObject({ status: 'open', triesLeft: 2, begun: 0, last: null, terms: { questions: 8, needed: 6 } })
  })

  it('shares are bought and sold as ever', async () => {
    const share = { stockCode: 'TEST', direction: 0, orderType: 0, quantity: '1' } as const
    expect(await harness.ask(orders.preview, share, ana.token)).toMatchObject({ questionsFirst: 0 })
    expect(await harness.call(orders.create, share, ana.token)).toMatchObject({ code: 200 })
  })

  it('is refused after the account and its permission, and before the money', async () => {
    expect(await harness.call(orders.createMargin, { ...FUTURE, quantity: '90' }, ana.token)).toMatchObject(refused('suitability.required'))
    await harness.app.pool.query(
      `update account_states set frozen_at = 1, frozen_by = 'staff', version = version + 1 where account_id = $1`,
      [ana.accountId],
    )
    expect(await open()).toMatchObject(refused('account.frozen'))
  })
})

describe('the questions', () => {
  it('are eight, in the caller’s language, without a word of which answers are right', async () => {
    const { attemptId, questions } = await questionsOf()
    expect(questions).toHaveLength(8)
    expect(Object.keys(questions[0] ?? {}).toSorted()).toEqual(['answers', 'id', 'question', 'topic'])
    const { data } = await harness.call(suitability.begin, {}, ana.token, { ...key(), 'language': 'en', 'accept-language': 'en' })
    expect(data?.attemptId).toBe(attemptId)
    expect(data?.questions.map(({ id }) => id)).toEqual(questions.map(({ id }) => id))
    expect(data?.questions[0]?.question).not.toBe(questions[0]?.question)
  })

  it('are the same however often they are begun, so that nobody chooses among draws', async () => {
    const all = await Promise.all([1, 2, 3].map(() => questionsOf()))
    expect(new Set(all.map(({ attemptId }) => attemptId)).size).toBe(1)
    expect(await state()).toMatchObject({ begun: 1, triesLeft: 2 })
  })

  it('are passed with six, and open positions from then on for a year', async () => {
    const now = harness.app.clock.now()
    const result = await take(2)
    expect(result).toMatchObject({ passed: 1, right: 6 })
    expect(await state()).toMatchObject({
      ...{ status: 'passed', validUntilTimestamp: now + 365 * DAY_MS, renewFromTimestamp: now + 335 * DAY_MS },
      last: result,
    })
    expect(await harness.ask(orders.preview, PREVIEW, ana.token)).toMatchObject({ questionsFirst: 0 })
    expect(await open()).toMatchObject({ code: 200 })
    expect(await begin()).toMatchObject({ ...refused('suitability.passed'), data: { untilTimestamp: now + 335 * DAY_MS } })
  })

  it('that failed explain each wrong answer', async () => {
    const result = await take(3)
    expect(result).toMatchObject({ passed: 0, right: 5 })
    const wrong = result.answers.filter(({ isRight }) => isRight === 0)
    expect(wrong).toHaveLength(3)
    for (const { explanation, given, right, answers } of wrong) {
      expect(explanation.length).toBeGreaterThan(20)
      expect(answers[given]).not.toBe(answers[right])
    }
    expect(await open()).toMatchObject(refused('suitability.required'))
    expect(await state()).toMatchObject({ status: 'open', triesLeft: 1 })
  })

  it('pause for a day after two failures', async () => {
    await take(3)
    await harness.pass(HOUR_MS)
    await take(8)
    const until = harness.app.clock.now() + DAY_MS
    expect(await state()).toMatchObject({ status: 'paused', triesLeft: 0, pausedUntilTimestamp: until })
    expect(await begin()).toMatchObject({ ...refused('suitability.paused'), data: { untilTimestamp: until } })
    await harness.pass(DAY_MS)
    expect(await state()).toMatchObject({ status: 'open', triesLeft: 2, pausedUntilTimestamp: null })
    expect(await take(0)).toMatchObject({ passed: 1 })
  })

  it('are handed in once, with one result for whatever comes later', async () => {
    const { attemptId, questions } = await questionsOf()
    const [wrong, right] = [answersTo(questions, 8), answersTo(questions, 0)]
    const results = await Promise.all([1, 2, 3].map(() => handIn(attemptId, wrong)))
    expect(results).toMatchObject([1, 2, 3].map(() => ({ code: 200, data: { passed: 0, right: 0 } })))
    expect(await handIn(attemptId, right)).toMatchObject({ data: { passed: 0, right: 0 } })
    expect(await state()).toMatchObject({ triesLeft: 1 })
    const { rows } = await harness.app.pool.query('select status, answers, right_answers from suitability_attempts where account_id = $1', [
      ana.accountId,
    ])
    expect(rows).toEqual([{ status: 'failed', answers: wrong.join(''), right_answers: 0n }])
    await expect(harness.app.pool.query('update suitability_attempts set right_answers = 8')).rejects.toMatchObject({ code: '42501' })
  })

  it.each([
    ['too few', (answers: number[]) => answers.slice(1)],
    ['one that no question has', (answers: number[]) => answers.with(0, 7)],
    ['one that this question does not have', (answers: number[]) => answers.map(() => 3)],
  ])('with answers of which there is %s are not handed in', async (_, change) => {
    const { attemptId, questions } = await questionsOf()
    expect(await handIn(attemptId, change(answersTo(questions, 0)))).toMatchObject(refused('parameter.invalid'))
    expect(await state()).toMatchObject({ begun: 1, triesLeft: 2 })
  })

  it('of somebody else answer like missing ones', async () => {
    const other = await register(harness, 'other@example.org')
    const { attemptId, questions } = await questionsOf(other)
    const missing = await handIn('0199aaaa-0000-7000-8000-00000000beef', answersTo(questions, 0))
    expect(missing).toMatchObject(refused('object.not_found'))
    const foreign = await handIn(attemptId, answersTo(questions, 0))
    expect({ code: foreign.code, msg: foreign.msg, data: foreign.data }).toEqual({
      ...{ code: missing.code, msg: missing.msg, data: missing.data },
    })
    expect(await state(other)).toMatchObject({ begun: 1 })
  })
})

describe('a result that has ended', () => {
  const EURUSD = { goldCode: 'EURUSD', market: 'FX', direction: 0, orderType: 1, price: '1.08450', quantity: '0.1', leverage: 30 } as const

  it('leaves positions to be closed, reduced and given margin, and opens none', async () => {
    await fundMargin(harness.writePath, ana.accountId, 'FOREX', 500_000n)
    await passSuitability(harness.app.pool, harness.app.clock.now() - VALID_FOR_MS + HOUR_MS, ana.accountId)
    const call = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => harness.call(endpoint, input, ana.token, key())
    expect(await call(orders.createMargin, EURUSD)).toMatchObject({ code: 200 })
    const resting = await harness.ask(orders.createMargin, { ...EURUSD, price: '1.05000', quantity: '0.2', tif: 1 }, ana.token)
    await harness.pass(HOUR_MS)
    const [held] = (await harness.ask(positions.holding, { source: 2 }, ana.token)).list
    const id = held?.id ?? ''
    const { orderId } = resting
    expect(await call(orders.createMargin, EURUSD)).toMatchObject(refused('suitability.required'))
    expect(await call(orders.amend, { orderId, quantity: '0.3' })).toMatchObject(refused('suitability.required'))
    expect(await call(orders.previewAmend, { orderId, price: '1.06000' })).toMatchObject(refused('suitability.required'))
    expect(await call(orders.previewAmend, { orderId, quantity: '0.1' })).toMatchObject({ code: 200 })
    expect(await call(orders.amend, { orderId, quantity: '0.1' })).toMatchObject({ code: 200 })
    expect(await call(positions.addMargin, { id, amount: '5' })).toMatchObject({ code: 200 })
    expect(await call(positions.close, { id, quantity: '0.05' })).toMatchObject({ code: 200 })
    await harness.pass(CYCLE_MS)
    expect(await call(positions.close, { id })).toMatchObject({ code: 200 })
  })

  it('is renewed by taking the questions again', async () => {
    await passSuitability(harness.app.pool, harness.app.clock.now() - VALID_FOR_MS + HOUR_MS, ana.accountId)
    expect(await state()).toMatchObject({ status: 'passed', renewFromTimestamp: null })
    expect(await take(1)).toMatchObject({ passed: 1, right: 7 })
    expect(await state()).toMatchObject({ status: 'passed', validUntilTimestamp: harness.app.clock.now() + VALID_FOR_MS })
  })
})

it('a position on margin that was opened without a result is found in the books, unless it is from before there were questions', async () => {
  await take(0)
  await open()
  const withoutResult = (client: PoolClient) => client.query('delete from suitability_attempts where account_id = $1', [ana.accountId])
  expect(await findingsAfter(harness.app.pool, null, withoutResult)).toEqual(['MARGIN-QUESTIONS'])
  const before = async (client: PoolClient): Promise<void> => {
    await withoutResult(client)
    await client.query('insert into suitability_introduction select account_id, accepted_at from orders where account_id = $1', [
      ana.accountId,
    ])
  }
  expect(await findingsAfter(harness.app.pool, null, before)).toEqual([])
})
