import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../root.ts'
import { documents } from './documents.ts'

it.each(documents().map(({ path, text }) => [path, text]))('%s says what the tables say (npm run docs)', (path, text) => {
  expect(readFileSync(join(root, path), 'utf8')).toBe(text)
})
