import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { languages } from '@rueda/text/languages.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../root.ts'
import { run, tool } from '../run.ts'

/** Goal: what a visitor's telephone loads before home is drawn does not grow back unnoticed. */
const ALLOWED_BYTES = 148_000
const BEST_GZIP = 9
/** A busy machine takes its time. */
const BUILD_TIMEOUT_MS = 180_000

const built = mkdtempSync(join(tmpdir(), 'entry-'))
let page = ''
beforeAll(async () => {
  const app = join(root, 'apps', 'web')
  // React is another one in tests.
  const env = { NODE_ENV: 'production' }
  const { code, output } = await run(tool('vite'), ['build', '--outDir', built, '--emptyOutDir', '--logLevel', 'error'], { cwd: app, env })
  if (code !== 0) throw new Error(output)
  page = readFileSync(join(built, 'index.html'), 'utf8')
}, BUILD_TIMEOUT_MS)
afterAll(() => rmSync(built, { recursive: true, force: true }))

const scripts = (): readonly string[] => [...new Set([...page.matchAll(/(?:src|href)="(\.\/[^"]+\.js)"/gu)].map(([, file = '']) => file))]
const wordsOf = (language: string): string => {
  const [, files = '{}'] = /data-words='([^']+)'/u.exec(page) ?? []
  return (JSON.parse(files) as Record<string, string>)[language] ?? 'no words'
}
const gzipped = (file: string): number => gzipSync(readFileSync(join(built, file)), { level: BEST_GZIP }).length

it.each(languages)('the script of the first page, with its words in %s, stays within what is allowed', (language) => {
  const bytes = [...scripts(), wordsOf(language)].reduce((total, file) => total + gzipped(file), 0)
  expect(bytes).toBeLessThanOrEqual(ALLOWED_BYTES)
})

it('holds no form, no chart and nothing that only other pages share', () => {
  const names = scripts().map((file) => /([\w-]+?)(?:-[\w-]{8})?\.js$/u.exec(file)?.[1])
  expect(new Set(names)).toEqual(new Set(['index', 'react', 'rolldown-runtime', 'theme']))
})
