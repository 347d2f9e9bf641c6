import { expect, it } from 'vitest'
import { canonical } from './canonical.ts'
import { idempotencyOf } from './idempotency.ts'

const asked = { path: '/stock/create', header: undefined, raw: {}, input: { quantity: '10', price: '1.5' } }
const keyOf = (header: string | undefined, raw: unknown) => {
  const found = idempotencyOf({ ...asked, header, raw })
  return found.ok ? found.value.key : found.facts['field']
}

it('takes the key from the header, or from the body as older clients send it', () => {
  expect(keyOf('order-1_A', {})).toBe('order-1_A')
  expect(keyOf(undefined, { requestId: 'r-7' })).toBe('r-7')
  expect(keyOf('header-wins', { requestId: 'r-7' })).toBe('header-wins')
  expect(keyOf(undefined, {})).toBeNull()
})

it.each(['', 'a b', 'ñ', 'x'.repeat(65), 'a\nb'])('refuses the key %j', (key) => {
  expect(keyOf(key, {})).toBe('idempotency-key')
  expect(keyOf(undefined, { requestId: key })).toBe('requestId')
})

it('refuses a key in the body that is no text', () => {
  expect(keyOf(undefined, { requestId: 7 })).toBe('requestId')
})

it('gives one hash to one meaning', () => {
  const hash = (input: unknown) => {
    const found = idempotencyOf({ ...asked, input })
    return found.ok ? found.value.bodyHash : null
  }
  expect(hash({ price: '1.5', quantity: '10' })).toBe(hash(asked.input))
  expect(hash({ price: '1.5', quantity: '10', name: undefined })).toBe(hash(asked.input))
  expect(hash({ price: '1.5', quantity: '11' })).not.toBe(hash(asked.input))
  expect(canonical({ b: [1, { d: null, c: 2n }], a: 'x' })).toBe('{"a":"x","b":[1,{"c":"2","d":null}]}')
})
