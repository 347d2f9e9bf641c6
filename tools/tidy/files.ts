import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

/** A tidy check: its name, and a function that returns the faults in a project folder. */
export type TidyCheck = Readonly<{ name: string; find: (root: string) => string[] }>

const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.cache', 'data', 'coverage', 'test-results', 'playwright-report'])

/** Paths of all our files under a folder, from the project's root, with forward slashes. */
export function filesUnder(root: string, folder: string): string[] {
  const start = join(root, folder)
  if (!existsSync(start)) return []
  return readdirSync(start)
    .filter((name) => !NOT_OURS.has(name))
    .flatMap((name) => entriesOf(root, join(start, name)))
    .toSorted()
}

/** Names of the folders directly in a folder. */
export function foldersIn(root: string, folder: string): string[] {
  const start = join(root, folder)
  if (!existsSync(start)) return []
  return readdirSync(start).filter((name) => !NOT_OURS.has(name) && statSync(join(start, name)).isDirectory())
}

export const read = (root: string, path: string): string => readFileSync(join(root, path), 'utf8')

export const isCode = (path: string): boolean => /\.(ts|tsx|mjs|cjs)$/.test(path)
export const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path) || path.includes('/testing/')

/** Lines that hold a pattern, with their numbers; comments are left out where only code counts. */
export function linesWith(text: string, pattern: RegExp): { line: number; found: string }[] {
  return text.split('\n').flatMap((content, index) => {
    const found = pattern.exec(content)?.[0]
    return found === undefined ? [] : [{ line: index + 1, found }]
  })
}

export const withoutComments = (code: string): string => code.replaceAll(/\/\*[\s\S]*?\*\//g, blank).replaceAll(/(^|\s)\/\/.*$/gm, '')

const blank = (comment: string): string => comment.replaceAll(/[^\n]/g, ' ')

function entriesOf(root: string, path: string): string[] {
  if (!statSync(path).isDirectory()) return [relative(root, path).replaceAll('\\', '/')]
  return NOT_OURS.has(basename(path)) ? [] : filesUnder(root, relative(root, path))
}
