import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { endpoint } from '@rueda/contract/endpoint.ts'
import { timestamp } from '@rueda/contract/fields.ts'
import { expect, test } from 'vitest'
import { root } from '../root.ts'
import { sourceOf } from './endpoints-without-schemas.ts'

const shape = timestamp
const orders = {
  list: endpoint({ method: 'GET', path: '/orders', access: 'user', summary: 'Orders', input: shape, data: shape }),
}

test('an endpoint keeps how it is called, and a schema is left out', () => {
  expect(sourceOf({ orders, shape, sides: ['buy', 'sell'], parse: () => 1 })).toBe(
    'export const orders = {"list":{"method":"GET","path":"/orders","access":"user","idempotent":false}}\nexport const sides = ["buy","sell"]',
  )
})

test('a file without endpoints stays as it is', () => {
  expect(sourceOf({ sides: ['buy', 'sell'], shape })).toBeNull()
})

test('no file of the contract that has endpoints brings a schema', async () => {
  const folder = join(root, 'packages', 'contract', 'src')
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
  const sources = await Promise.all(
    files.map(async (name) => sourceOf((await import(pathToFileURL(join(folder, name)).href)) as Record<string, unknown>)),
  )
  const replaced = sources.filter((source) => source !== null)
  expect(replaced.length).toBeGreaterThan(10)
  for (const source of replaced) expect(source).not.toMatch(/import|=>|zod|~standard/u)
})
