import { rmSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allEndpoints } from '@rueda/contract/contract.ts'
import { describe, expect, it } from 'vitest'
import { root } from './root.ts'
import { run } from './run.ts'
import { newDataFolder, startServerProcess } from './server-process.ts'

/** What the guides tell a reader to run does what they say, with a real server. */
const SCRIPT = 'docs/guides/place-an-order.sh'
const hasCurl = (await run('curl', ['--version'])).code === 0

it.skipIf(!hasCurl)(
  'the example of the API guide places an order, repeats it, reads it back and cancels it, and stops at a refusal',
  async () => {
    const dataFolder = newDataFolder('rueda-guide-')
    const server = await startServerProcess({ DATA_DIR: dataFolder, SIM_SEED: 'guides', SIM_CLOCK: 'scaled:1@2026-03-11T15:00:00Z' })
    try {
      const { code, output } = await run('sh', [SCRIPT, server.address])
      expect(code, output).toBe(0)
      const [placed = '', repeated, readBack = '', cancelled = ''] = output.trim().split('\n')
      const order = JSON.parse(placed.replace(/^placed: */u, '')) as { data: { orderId: string; status: number; filledQuantity: string } }
      expect(order.data).toMatchObject({ status: 0, filledQuantity: '0' })
      expect(repeated).toBe('repeated:  the same order, and no second one')
      const listOf = (line: string) => (JSON.parse(line.replace(/^[a-z ]+: */u, '')) as { data: { list: { id: string }[] } }).data.list
      expect(listOf(readBack).map(({ id }) => id)).toEqual([order.data.orderId])
      expect(listOf(cancelled)).toEqual([])

      const refused = await run('sh', [SCRIPT, `${server.address}/elsewhere`])
      expect(refused.code).not.toBe(0)
      expect(refused.output).toMatch(/^\/practiceAccount was refused: /u)
    } finally {
      await server.end('SIGTERM')
      rmSync(dataFolder, { recursive: true, force: true })
    }
  },
)

it.each(['user-guide', 'operator-guide'])('the %s has at most 1,500 words', (name) => {
  const words = readFileSync(join(root, 'docs', 'guides', `${name}.md`), 'utf8').split(/\s+/u)
  expect(words.length).toBeLessThanOrEqual(1_500)
})

describe('the API guide', () => {
  const guide = readFileSync(join(root, 'docs/guides/api-guide.md'), 'utf8')

  it('leads to the example', () => {
    expect(guide).toContain('(place-an-order.sh)')
  })

  it('names calls that there are', () => {
    const known = new Set(allEndpoints().map(({ method, path }) => `${method} ${path}`))
    const named = [...guide.matchAll(/`((?:GET|POST) \/[\w/]+)/gu)].map(([, call = '']) => call)
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((call) => !known.has(call))).toEqual([])
  })
})
