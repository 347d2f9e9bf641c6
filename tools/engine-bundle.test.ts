import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ownEngine } from '../apps/server/src/trust-log/own-engine.ts'
import type * as engine from '../packages/exchange/src/engine-bundle.ts'
import { recomputedDay } from '../packages/exchange/src/world/recomputed-day.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { engineBundle } from './engine-bundle.ts'
import { root } from './root.ts'

/** The engine as a file (`docs/rules/proof.md` P.44). */
let folder: string
let bundle: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rueda-engine-'))
  bundle = await engineBundle()
})
afterAll(() => rmSync(folder, { recursive: true }))

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

/** The same sources in another place, which has nothing else of the project. */
function copySources(): string {
  const copy = join(folder, 'copy')
  mkdirSync(join(copy, 'node_modules/@rueda'), { recursive: true })
  cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'))
  for (const name of ['exchange', 'rules']) {
    cpSync(join(root, 'packages', name), join(copy, 'packages', name), { recursive: true })
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules/@rueda', name))
  }
  return copy
}

test('is the same bytes wherever it is built, by the server too, and another comment is no other engine', async () => {
  const copy = copySources()
  appendFileSync(join(copy, 'packages/exchange/src/matching/steps.ts'), '\n// A word more.\n')
  expect(await engineBundle(copy)).toBe(bundle)
  expect(Buffer.from((await ownEngine()).bytes).toString()).toBe(bundle)
  expect(bundle).not.toContain(root)
})

test('is another engine with another parameter', async () => {
  const copy = join(folder, 'copy')
  const path = join(copy, 'packages/exchange/src/prices/parameters.ts')
  const before = readFileSync(path, 'utf8')
  const changed = before.replace(/(LOG_VOLATILITY_BOUND = )([\d.]+)/u, '$1 9')
  expect(changed).not.toBe(before)
  writeFileSync(path, changed)
  expect(await engineBundle(copy)).not.toBe(bundle)
})

test('draws the minutes of a day as the sources do, loaded from the file alone', async () => {
  const path = join(folder, 'engine.mjs')
  writeFileSync(path, bundle)
  const { drawDay } = (await import(pathToFileURL(path).href)) as typeof engine
  const date = '2026-11-19'
  const days = ['2026-11-18', date].map((each, index) => ({
    market: 'US',
    date: each,
    model: 2 as const,
    key: new Uint8Array(32).fill(index + 1),
  }))
  const day = { date, instrumentId: 'US:ARDV', alwaysOpen: false, historyFrom: '2026-11-02', scenario: null, days, sha256 }
  const drawn = drawDay(day)
  expect(drawn.bars.length).toBeGreaterThan(300)
  expect(drawn).toEqual(recomputedDay(day))
  expect(drawDay({ ...day, days: days.slice(0, 1) })).not.toEqual(drawn)
})
