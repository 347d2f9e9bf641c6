import { expect, it } from 'vitest'
import { createVersionCache } from './version-cache.ts'

function setUp(most?: number) {
  let version = 1
  let worked = 0
  const versions = { of: () => String(version) }
  const keep = createVersionCache<number>(most)
  const get = (question: string, accountId = '1', work = () => Promise.resolve((worked += 1))) =>
    keep(versions, { accountId, question }, work)
  return { get, commit: () => (version += 1), worked: () => worked, keep }
}

it('works something out once until the account changes, also for those who ask at the same time', async () => {
  const { get, commit, worked } = setUp()
  expect(await Promise.all([get('a'), get('a')])).toEqual([1, 1])
  expect(await get('b')).toBe(2)
  expect(await get('a', '2')).toBe(3)
  commit()
  expect(await get('a')).toBe(4)
  expect(worked()).toBe(4)
})

it('keeps no failure, no more than so many, and nothing of another server', async () => {
  const { get, keep } = setUp(1)
  await expect(get('a', '1', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await get('a')).toBe(1)
  expect(await get('b')).toBe(2)
  expect(await get('a')).toBe(3)
  expect(await keep({ of: () => '1' }, { accountId: '1', question: 'a' }, () => Promise.resolve(9))).toBe(9)
})
