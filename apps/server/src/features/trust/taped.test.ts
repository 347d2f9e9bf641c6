import type { Booked } from '@rueda/exchange/reruns/compare.ts'
import { expect, it } from 'vitest'
import { tapedOf } from './taped.ts'

/** Two accounts trade; the order of one is still open, and the other one's has ended (`docs/rules/proof.md` P.42). */
const arrive = (orderId: string, owner: string, sibling: string | null = null) => ({
  orderId,
  record: JSON.stringify({ kind: 'arrive', owner, order: `name of ${orderId}`, terms: { worstPrice: '18232000000', sibling } }),
})
const begin = { orderId: null, record: JSON.stringify({ kind: 'begin' }) }
const inputs = [begin, arrive('waits', 'one'), arrive('ended', 'two'), arrive('pair', 'one', 'name of waits')]
const fill = (orderId: string, resting: boolean): Booked => ({ orderId, price: 18_232n, quantity: 5n, at: 7, resting })
const booked = [fill('ended', false), fill('waits', true)]

it('tells of an open order neither its terms nor its executions, and of none the name of an open one', () => {
  const { inputs: shown, executions } = tapedOf(inputs, booked, new Set(['waits']))
  expect(shown.map((input) => ('record' in input ? input.record.kind : 'hash'))).toEqual(['begin', 'hash', 'arrive', 'hash'])
  expect(executions).toEqual([
    { order: 'name of ended', price: '18232', quantity: '5', at: 7, resting: false },
    { hash: expect.stringMatching(/^[0-9a-f]{64}$/u) },
  ])
  expect(JSON.stringify({ shown, executions })).not.toContain('waits')
})

it('is hashed the same while an order is open and once it has ended', () => {
  const ended = tapedOf(inputs, booked, new Set())
  expect(ended.executions).toHaveLength(2)
  expect(ended.executions.every((execution) => 'price' in execution)).toBe(true)
  expect(tapedOf(inputs, booked, new Set(['waits', 'ended'])).executionsHash).toBe(ended.executionsHash)
  expect(tapedOf(inputs, booked.toReversed(), new Set()).executionsHash).not.toBe(ended.executionsHash)
})
