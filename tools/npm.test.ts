import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { billOfMaterials } from './npm.ts'
import { root } from './root.ts'

type Component = Readonly<{ name: string; version: string; purl: string; hashes?: readonly unknown[] }>

it('the bill of materials names what the server runs on, in its locked version, and no test tool', () => {
  const bill = JSON.parse(billOfMaterials()) as { bomFormat: string; components: readonly Component[] }
  expect(bill.bomFormat).toBe('CycloneDX')
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  const fastify = bill.components.find(({ purl }) => purl.startsWith('pkg:npm/fastify@'))
  expect(fastify?.version).toBe(packages['node_modules/fastify']?.version)
  expect(fastify?.hashes).toHaveLength(1)
  expect(bill.components.some(({ purl }) => purl.startsWith('pkg:npm/vitest@'))).toBe(false)
})
