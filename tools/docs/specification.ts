import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'

/** Tables beside the specification: a line each, its cells between tabs, and remarks behind a hash. */
const FOLDER = 'docs/specification'

export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

export const rowsOf = (name: string): readonly (readonly string[])[] =>
  read(`${FOLDER}/${name}`)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))

/** True where the file has a test, or a group of them, of exactly this title. */
export function isTitled({ file, title }: Readonly<{ file: string; title: string }>): boolean {
  const text = read(file)
  return title !== '' && ["'", '"', '`'].some((quote) => text.includes(`(${quote}${title}${quote}`))
}
