import { accounts } from '@rueda/contract/accounts.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { expect, it } from 'vitest'
import { parseInput, readQuery, repeatedParameter } from './input.ts'

it('says which field is missing and which is wrong', () => {
  expect(parseInput(accounts.login, { username: 'ana@example.org' }, {})).toMatchObject({
    refusal: 'parameter.missing',
    facts: { field: 'password' },
  })
  expect(parseInput(accounts.login, { username: { $gt: '' }, password: 'x' }, {})).toMatchObject({
    refusal: 'parameter.invalid',
    facts: { field: 'username' },
  })
  expect(parseInput(accounts.login, [], {})).toMatchObject({ refusal: 'parameter.invalid', facts: { field: 'body' } })
  expect(parseInput(quotes.top, { type: 'best' }, {})).toMatchObject({ refusal: 'parameter.invalid', facts: { field: 'type' } })
})

it('fills in defaults and leaves out what nobody asked for', () => {
  expect(parseInput(quotes.top, { type: 'gainers', balance: '1000000' }, {})).toMatchObject({
    value: { type: 'gainers', market: 'US', limit: 20 },
  })
  const parsed = parseInput(quotes.top, { type: 'gainers', balance: '1000000' }, {})
  expect(parsed.ok && Object.hasOwn(parsed.value as object, 'balance')).toBe(false)
})

it('takes a parameter once', () => {
  expect({ ...readQuery('id=1&limit=20') }).toEqual({ id: '1', limit: '20' })
  expect(repeatedParameter(readQuery('id=1&limit=20'))).toBeNull()
  expect(repeatedParameter(readQuery('id=1&id=2'))).toBe('id')
  expect(repeatedParameter(readQuery('id[]=1'))).toBe('id')
  expect(repeatedParameter(readQuery('__proto__=1&__proto__=2'))).toBe('__proto__')
})
