import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { thirdParties } from './licences.ts'
import { root } from './root.ts'

/** Whoever uses the app reads what it is made of: all of it, and nothing that only checks it. */
describe('the licences of others', () => {
  const found = thirdParties(root)
  const names = found.map(({ name }) => name)

  it('name what the browser and the server load, and not what tests and checks use', () => {
    expect(names).toEqual(expect.arrayContaining(['react', 'react-dom', 'lightweight-charts', 'fastify', 'pg', 'zod']))
    for (const tool of ['vitest', '@playwright/test', 'knip', 'fast-check', 'oxlint']) expect(names).not.toContain(tool)
  })

  it('are each of a known licence, in the order of their names, once', () => {
    expect(found.filter(({ licence }) => licence === '')).toEqual([])
    expect(names).toEqual(names.toSorted((one, other) => (one < other ? -1 : Number(one > other))))
    expect(new Set(found.map(({ name, version }) => `${name} ${version}`)).size).toBe(found.length)
  })

  it('come word for word', () => {
    const react = found.find(({ name }) => name === 'react')
    expect(react?.text).toBe(readFileSync(join(root, 'node_modules/react/LICENSE'), 'utf8').trim())
  })
})
