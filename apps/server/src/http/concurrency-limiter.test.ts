import { ok } from '@rueda/rules/result.ts'
import { expect, it } from 'vitest'
import {
  type ConcurrencyBounds,
  type ConcurrencyLimiter,
  type Release,
  type Requester,
  createConcurrencyLimiter,
} from './concurrency-limiter.ts'

const NO_WAIT = 0
const LONG_WAIT = 60_000
const BOUNDS: ConcurrencyBounds = { total: 4, perAccount: 1, perAddress: 2, maxWaiting: 1, maxWaitMs: NO_WAIT }

const from = (address: string, accountId: string | null = null): Requester => ({ accountId, address })

async function taken(limiter: ConcurrencyLimiter, requester: Requester): Promise<Release> {
  const slot = await limiter.acquire(requester)
  if (!slot.ok) throw new Error(slot.refusal)
  return slot.value
}

it('gives one address so much at once, and others what is theirs', async () => {
  const limiter = createConcurrencyLimiter(BOUNDS)
  const release = await taken(limiter, from('192.0.2.1'))
  await taken(limiter, from('192.0.2.1'))
  expect(await limiter.acquire(from('192.0.2.1'))).toMatchObject({ refusal: 'rate.limited', facts: { retryAfterMs: 1_000 } })
  await taken(limiter, from('192.0.2.2'))
  release()
  await taken(limiter, from('192.0.2.1'))
})

it('counts an account wherever it comes from, and a network of IPv6 as one address', async () => {
  const limiter = createConcurrencyLimiter(BOUNDS)
  await taken(limiter, from('192.0.2.1', '10000001'))
  expect(await limiter.acquire(from('192.0.2.2', '10000001'))).toMatchObject({ refusal: 'rate.limited' })
  await taken(limiter, from('2001:db8::1'))
  await taken(limiter, from('2001:db8::2'))
  expect(await limiter.acquire(from('2001:db8:0:0:ffff::3'))).toMatchObject({ refusal: 'rate.limited' })
})

it('says "maintenance" to who has asked for nothing yet when everybody together has all', async () => {
  const limiter = createConcurrencyLimiter(BOUNDS)
  for (const last of [1, 2, 3, 4]) await taken(limiter, from(`192.0.2.${last}`))
  expect(await limiter.acquire(from('192.0.2.5'))).toMatchObject({ refusal: 'maintenance' })
})

it('lets so many of one requester wait, in turn, and who waits for its own slot delays nobody', async () => {
  const limiter = createConcurrencyLimiter({ ...BOUNDS, maxWaitMs: LONG_WAIT })
  const release = await taken(limiter, from('192.0.2.1'))
  await taken(limiter, from('192.0.2.1'))
  const waiting = limiter.acquire(from('192.0.2.1'))
  expect(await limiter.acquire(from('192.0.2.1'))).toMatchObject({ refusal: 'rate.limited' })
  await taken(limiter, from('192.0.2.2'))
  release()
  expect(await waiting).toMatchObject({ ok: true })
  expect(limiter.taken()).toBe(3)
})

it('gives a slot back once, also after a failure, and remembers nobody who is done', async () => {
  const limiter = createConcurrencyLimiter(BOUNDS)
  await expect(limiter.run(from('192.0.2.1'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await limiter.run(from('192.0.2.1'), () => Promise.resolve(ok('done')))).toEqual(ok('done'))
  const release = await taken(limiter, from('192.0.2.1'))
  release()
  release()
  expect(limiter.taken()).toBe(0)
})

it('lets a slot rest in the measure of what its work took, answers at once, and keeps nobody else waiting', async () => {
  let now = 0
  const limiter = createConcurrencyLimiter({ ...BOUNDS, total: 1, perAddress: 1, restRatio: 10 }, () => now)
  const cheap = (): Promise<ReturnType<typeof ok<string>>> => Promise.resolve(ok('cheap'))
  const dear = (): Promise<ReturnType<typeof ok<string>>> => {
    now += 100
    return Promise.resolve(ok('answer'))
  }
  expect(await limiter.run(from('192.0.2.1'), dear)).toEqual(ok('answer'))
  expect(await limiter.run(from('192.0.2.1'), cheap)).toMatchObject({ refusal: 'rate.limited' })
  expect(await limiter.run(from('192.0.2.2'), cheap)).toEqual(ok('cheap'))
  await expect.poll(() => limiter.run(from('192.0.2.1'), cheap), { timeout: 5_000 }).toEqual(ok('cheap'))
  expect(limiter.taken()).toBe(0)
})
