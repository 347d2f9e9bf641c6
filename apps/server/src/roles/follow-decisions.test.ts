import { expect, it } from 'vitest'
import { followDecisions } from './follow-decisions.ts'

/** Decisions whose reads end when the test says so. */
function following() {
  const reads: PromiseWithResolvers<void>[] = []
  const decisions = followDecisions(() => {
    const read = Promise.withResolvers<void>()
    reads.push(read)
    return read.promise
  })
  /** What has been answered so far. */
  const answered: number[] = []
  const upTo = (decided: number, core = 'core') => decisions.upTo({ core, decided }).then(() => void answered.push(decided))
  return { reads, upTo, answered }
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('reads once for all who need as much, and not again for less', async () => {
  const { reads, upTo } = following()
  const both = [upTo(2), upTo(1)]
  reads[0]?.resolve()
  await Promise.all(both)
  await upTo(2)
  expect(reads).toHaveLength(1)
})

it('knows no more than what has been read: a later read that is under way is waited for', async () => {
  const { reads, upTo, answered } = following()
  const first = upTo(1)
  const second = upTo(2)
  reads[0]?.resolve()
  await first
  const third = upTo(2)
  await turn()
  expect(answered).toEqual([1])
  reads[1]?.resolve()
  await Promise.all([second, third])
  expect(reads).toHaveLength(2)
})

it('reads again after a read that failed', async () => {
  const { reads, upTo } = following()
  const failing = upTo(1)
  reads[0]?.reject(new Error('the database is away'))
  await expect(failing).rejects.toThrow('away')
  const again = upTo(1)
  reads[1]?.resolve()
  await again
  expect(reads).toHaveLength(2)
})

it('reads again for another core, whatever it has counted', async () => {
  const { reads, upTo } = following()
  const first = upTo(5)
  reads[0]?.resolve()
  await first
  const second = upTo(1, 'its successor')
  reads[1]?.resolve()
  await second
  expect(reads).toHaveLength(2)
})
