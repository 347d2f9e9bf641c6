import { contract } from '@rueda/contract/contract.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import { expect, it } from 'vitest'
import { createAdmission, priorityOf } from './admission.ts'

const one = { leaving: 1, orders: 1, own: 1, quotes: 1, rest: 1 } as const
const NO_WAIT = 0
const LONG_WAIT = 60_000

it('what leaves or cancels stands before orders, orders before figures, figures before the rest', () => {
  expect(priorityOf(contract.orders.cancel)).toBe('leaving')
  expect(priorityOf(contract.accounts.logout)).toBe('leaving')
  expect(priorityOf(contract.orders.create)).toBe('orders')
  expect(priorityOf(contract.wallets.all)).toBe('own')
  expect(priorityOf(contract.quotes.top)).toBe('quotes')
  expect(priorityOf(contract.quotes.taiwan)).toBe('quotes')
  expect(priorityOf(contract.accounts.register)).toBe('rest')
})

it('a full line turns the next one away with `maintenance`, and no other line', async () => {
  const admission = createAdmission(one, NO_WAIT)
  let finish = (): void => undefined
  const slow = admission.run('rest', () => new Promise<Result<string>>((resolve) => (finish = () => resolve(ok('slow')))))
  expect(await admission.run('rest', () => ok('second'))).toMatchObject({ refusal: 'maintenance' })
  expect(await admission.run('orders', () => ok('order'))).toEqual(ok('order'))
  finish()
  expect(await slow).toEqual(ok('slow'))
  expect(await admission.run('rest', () => ok('third'))).toEqual(ok('third'))
})

it('who waits is served in turn, also after a failure', async () => {
  const admission = createAdmission(one, LONG_WAIT)
  const served: string[] = []
  const failing = admission.run('rest', () => Promise.reject(new Error('broken')))
  const waiting = ['first', 'second'].map((name) => admission.run('rest', () => ok(served.push(name))))
  await expect(failing).rejects.toThrow('broken')
  await Promise.all(waiting)
  expect(served).toEqual(['first', 'second'])
})
