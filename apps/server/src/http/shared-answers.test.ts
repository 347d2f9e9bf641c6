import { ok, refuse } from '@rueda/rules/result.ts'
import { expect, test } from 'vitest'
import { createSharedAnswers } from './shared-answers.ts'

const counting = () => {
  let count = 0
  const work = (): Promise<{ ok: true; value: string }> => {
    count += 1
    return Promise.resolve(ok(`"${count}"`))
  }
  return { work, done: () => count }
}

test('the same question in the same moment is worked out once, also while it is being worked out', async () => {
  const answers = createSharedAnswers<string>()
  const { work, done } = counting()
  const [first, second] = await Promise.all([answers.get('a', '1', work), answers.get('a', '1', work)])
  expect([first, second, await answers.get('a', '1', work)]).toEqual([ok('"1"'), ok('"1"'), ok('"1"')])
  expect(done()).toBe(1)
})

test('another moment or another question is worked out anew', async () => {
  const answers = createSharedAnswers<string>()
  const { work } = counting()
  await answers.get('a', '1', work)
  expect(await answers.get('a', '2', work)).toEqual(ok('"2"'))
  expect(await answers.get('b', '2', work)).toEqual(ok('"3"'))
})

test('refusals and failures are not kept', async () => {
  const answers = createSharedAnswers<string>()
  expect(await answers.get('a', '1', () => Promise.resolve(refuse('instrument.unknown')))).toMatchObject({ ok: false })
  await expect(answers.get('a', '1', () => Promise.reject(new Error('the worker is away')))).rejects.toThrow('away')
  expect(await answers.get('a', '1', counting().work)).toEqual(ok('"1"'))
})

test('only so many are kept', async () => {
  const answers = createSharedAnswers<string>(2)
  const { work, done } = counting()
  for (const question of ['a', 'b', 'c', 'b', 'c', 'a']) await answers.get(question, '1', work)
  expect(done()).toBe(4)
})
