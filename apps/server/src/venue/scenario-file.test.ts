import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, expect, test } from 'vitest'
import { StartRefused } from '../db/start-refused.ts'
import { parseScenario, publishedScenario, readScenarioFile } from './scenario-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'scenario-'))
afterAll(() => rmSync(folder, { recursive: true }))

const FIRST_START = Date.parse('2026-11-23T14:59:30Z')
let files = 0
function written(content: unknown): string {
  files += 1
  const path = join(folder, `${files}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const read = (content: unknown) => readScenarioFile(written(content))
const CRASH = { type: 'crash', market: 'US', afterMinutes: 5, minutes: 10, size: '-0.12' }

test('moments are fixed at the first start, on the minute', () => {
  const events = [CRASH, { type: 'halt', instrument: 'US:ARDV', at: '2026-11-23T16:00:00Z', minutes: 30 }]
  expect(parseScenario(read({ name: 'two', events }).textAt(FIRST_START))).toEqual({
    name: 'two',
    events: [
      { kind: 'move', target: { market: 'US' }, from: Date.parse('2026-11-23T15:05:00Z'), size: -0.12, minutes: 10 },
      {
        kind: 'halt',
        target: { instrumentId: 'US:ARDV' },
        from: Date.parse('2026-11-23T16:00:00Z'),
        until: Date.parse('2026-11-23T16:00:00Z') + 30 * MINUTE_MS,
      },
    ],
  })
})

test('the same file is recognised, whatever the moment', () => {
  expect(read({ name: 'one', events: [CRASH] }).source).toBe(read({ name: 'one', events: [CRASH] }).source)
  expect(read({ name: 'two', events: [CRASH] }).source).not.toBe(read({ name: 'one', events: [CRASH] }).source)
})

test('what is published is the text that was promised, with its hash', () => {
  const text = read({ name: 'one', events: [CRASH] }).textAt(FIRST_START)
  expect(publishedScenario(text)).toMatchObject({ name: 'one', text, hash: expect.stringMatching(/^[0-9a-f]{64}$/u) as string })
  expect(publishedScenario(null)).toBeNull()
})

test.each([
  ['no JSON', '{', 'is not JSON'],
  ['no events', { name: 'none', events: [] }, 'events'],
  ['an unknown type', { name: 'x', events: [{ ...CRASH, type: 'moon' }] }, 'events.0'],
  ['a rise as a crash', { name: 'x', events: [{ ...CRASH, size: '0.12' }] }, 'events.0.size'],
  ['a number that is no decimal text', { name: 'x', events: [{ ...CRASH, size: '1e-1' }] }, 'events.0.size'],
  ['both a market and an instrument', { name: 'x', events: [{ ...CRASH, instrument: 'US:ARDV' }] }, 'either a market or an instrument'],
  ['no moment', { name: 'x', events: [{ ...CRASH, afterMinutes: undefined }] }, 'either at or afterMinutes'],
  ['a moment without a zone', { name: 'x', events: [{ ...CRASH, afterMinutes: undefined, at: '2026-11-23T16:00:00' }] }, 'events.0.at'],
  ['a field that nobody reads', { name: 'x', events: [{ ...CRASH, colour: 'red' }] }, 'events.0'],
] as const)('%s stops the start with a sentence', (_, content, sentence) => {
  const path = written(content)
  expect(() => readScenarioFile(path)).toThrow(StartRefused)
  expect(() => readScenarioFile(path)).toThrow(sentence)
})

test('a file that is not there', () => {
  expect(() => readScenarioFile(join(folder, 'missing.json'))).toThrow('cannot be read')
})

const EXAMPLES = join(import.meta.dirname, '../../../../scenarios')
test.each(readdirSync(EXAMPLES))('the example %s is one', (name) => {
  expect(parseScenario(readScenarioFile(join(EXAMPLES, name)).textAt(FIRST_START)).events.length).toBeGreaterThan(0)
})
