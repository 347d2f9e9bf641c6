import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gaugesOf } from './gauges.ts'
import { createHttpServer } from './http/server.ts'
import { type Harness, startHarness } from './testing/harness.ts'

/** Every number that an alert or the dashboard asks for is there, and every alert has its paragraph in the runbook. */
const folder = join(import.meta.dirname, '..', '..', '..', 'docs', 'monitoring')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const alerts = read('alerts.yaml')
const names = [...alerts.matchAll(/- alert: (\w+)/gu)].map(([, name]) => name)

let harness: Harness
let numbers: string
beforeAll(async () => {
  harness = await startHarness()
  await harness.pass(1_000)
  const { server } = await createHttpServer({ ...harness.app, gauges: gaugesOf(harness.app) }, [])
  // One answer, so that the counters have begun.
  await server.inject('/healthz')
  numbers = (await server.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers: { host: 'localhost' } })).body
  await server.close()
})
afterAll(() => harness.stop())

const valueOf = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'mu').exec(numbers)?.[1])
/** What a query names, without its functions, labels and times; `up` is Prometheus's own. */
const asked = (query: string): string[] =>
  [...query.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/gu, '').matchAll(/\b([a-z]+(?:_[a-z0-9]+)+)\b(?!\()/gu)].flatMap(([, name]) =>
    name === undefined || name === 'histogram_quantile' ? [] : [name],
  )

describe('the numbers', () => {
  it('say how the market and the books are', () => {
    expect(valueOf('market_silent_seconds')).toBe(0)
    expect(valueOf('books_clean')).toBe(1)
    expect(valueOf('books_checked_seconds')).toBe(0)
    expect(valueOf('push_accounts')).toBe(0)
  })

  const expressions = [...alerts.matchAll(/expr: (.+)/gu)].map(([, query]) => query ?? '')
  const panels = [...read('dashboard.json').matchAll(/"expr": "(.+)"/gu)].map(([, query]) => query ?? '')

  it.each([...new Set([...expressions, ...panels].flatMap(asked))])('have %s, which an alert or a panel asks for', (name) => {
    expect(numbers).toMatch(new RegExp(`^${name}[ {]`, 'mu'))
  })
})

describe('an alert', () => {
  it.each(names)('%s says what to do', (name) => {
    expect(read('runbook.md')).toContain(`\n## ${name}\n`)
    expect(alerts).toContain(`runbook.md#${name?.toLowerCase()}`)
  })

  it('has every paragraph of the runbook', () => {
    expect([...read('runbook.md').matchAll(/^## (\w+)$/gmu)].map(([, name]) => name)).toEqual(names)
  })
})
