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
