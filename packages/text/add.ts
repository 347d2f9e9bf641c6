/**
 * Adds or changes texts in all eight languages at once, so that none is forgotten:
 *   node packages/text/add.ts <feature> < texts.json
 * where texts.json is { "key": ["es", "en", "de", "hi", "ja", "th", "zh-CN", "zh-TW"] }.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { features, textLanguages } from './keys.ts'

const feature = process.argv[2] ?? ''
if (!(features as readonly string[]).includes(feature)) {
  throw new Error(`"${feature}" is no feature; add it to packages/text/keys.ts first. Known: ${features.join(', ')}`)
}

const added = JSON.parse(readFileSync(0, 'utf8')) as Record<string, unknown>
for (const [key, texts] of Object.entries(added)) {
  const whole =
    Array.isArray(texts) && texts.length === textLanguages.length && texts.every((text) => typeof text === 'string' && text !== '')
  if (!whole) throw new Error(`"${key}" needs eight texts, in the order ${textLanguages.join(', ')}`)
}

for (const [at, language] of textLanguages.entries()) {
  const path = join(import.meta.dirname, language, `${feature}.json`)
  const texts = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {}
  for (const [key, each] of Object.entries(added as Record<string, string[]>)) texts[key] = each[at] ?? ''
  const sorted = Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)))
  const half = `${path}.${process.pid}`
  writeFileSync(half, `${JSON.stringify(sorted, null, 2)}\n`)
  renameSync(half, path)
}
