import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { ok } from '@rueda/rules/result.ts'
import { expect, it } from 'vitest'
import { createBounds, limiterOf } from './bounds.ts'

const bounds = createBounds(true)

it('what costs more than other requests has slots of its own', () => {
  expect(limiterOf(bounds, wallets.bill)).toBe(bounds.history)
  expect(limiterOf(bounds, quotes.kline)).toBe(bounds.market)
  expect(limiterOf(bounds, quotes.search)).toBe(bounds.searches)
  expect(limiterOf(bounds, positions.holding)).toBe(bounds.reads)
})

it('a guest searches twice at once, and others search meanwhile', async () => {
  const { searches } = createBounds(true)
  let end = (): void => undefined
  const untilEnded = new Promise<void>((resolve) => {
    end = resolve
  })
  const begun: string[] = []
  const searchFrom = (address: string) =>
    searches.run({ accountId: null, address }, async () => {
      begun.push(address)
      await untilEnded
      return ok(true)
    })
  const searching = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'].map(searchFrom)
  await Promise.resolve()
  expect(begun).toEqual(['192.0.2.1', '192.0.2.1', '192.0.2.2'])
  end()
  expect(await Promise.all(searching)).toEqual(Array.from(searching, () => ok(true)))
})

it('one address reads one tape at once, and everybody together two', async () => {
  const { tapes } = createBounds(true)
  const from = (address: string) => tapes.acquire({ accountId: null, address })
  const [first, second] = [await from('192.0.2.1'), await from('192.0.2.2')]
  const begun: string[] = []
  const third = tapes.run({ accountId: null, address: '192.0.2.3' }, () => Promise.resolve(ok(begun.push('third'))))
  await Promise.resolve()
  expect([first.ok, second.ok, tapes.taken(), begun]).toEqual([true, true, 2, []])
  if (first.ok) first.value()
  expect((await third).ok).toBe(true)
  if (second.ok) second.value()
})
