import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../root.ts'
import type { Addition, Insertion } from './lines.ts'

/** The project's sources in a folder of their own, where they can be changed; what is installed is the project's. */
const SOURCES = ['packages', 'apps', 'tools', 'tsconfig.base.json', 'package.json', 'package-lock.json'] as const
const OWN_PACKAGES = '@rueda'
const LEFT_OUT = /\/(?:node_modules|dist|\.cache)(?:\/|$)/u

/** Everything but tests and what helps them, as one program: that takes half the time of a program for each package. */
const COMPILED = {
  extends: './tsconfig.base.json',
  compilerOptions: {
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    jsx: 'react-jsx',
    types: ['node', 'vite/client'],
    resolveJsonModule: true,
  },
  include: ['packages/*/src', 'apps/*/src', 'tools/docs'],
  exclude: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'],
}

/** The day in the new market needs the database that the server's tests have. */
const TESTED = `export default {
  test: {
    include: ['tools/new-market/day.ts'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}
`

export type Copy = Readonly<{ folder: string; remove: () => void }>

export function copyProject(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'rueda-new-market-'))
  for (const name of SOURCES) cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !LEFT_OUT.test(path) })
  linkInstalled(folder)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(COMPILED))
  writeFileSync(join(folder, 'vitest.config.ts'), TESTED)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function linkInstalled(folder: string): void {
  const installed = join(root, 'node_modules')
  const links = join(folder, 'node_modules')
  mkdirSync(join(links, OWN_PACKAGES), { recursive: true })
  for (const name of readdirSync(installed).filter((each) => each !== OWN_PACKAGES && !each.startsWith('.')))
    symlinkSync(join(installed, name), join(links, name))
  for (const home of ['packages', 'apps'])
    for (const name of readdirSync(join(folder, home))) symlinkSync(join(folder, home, name), join(links, OWN_PACKAGES, name))
}

export function addFile({ folder }: Copy, { file, text }: Addition): void {
  writeFileSync(join(folder, file), text, { flag: 'wx' })
}

/** Puts text behind other text, which has to stand there exactly once. */
export function insert({ folder }: Copy, { file, after, text }: Insertion): void {
  const path = join(folder, file)
  const parts = readFileSync(path, 'utf8').split(after)
  if (parts.length !== 2) throw new Error(`${file} has ${JSON.stringify(after)} ${parts.length - 1} times`)
  writeFileSync(path, parts.join(after + text))
}

export function addWording(
  { folder }: Copy,
  language: string,
  { feature, key, text }: Readonly<Record<'feature' | 'key' | 'text', string>>,
): void {
  const path = join(folder, 'packages/text', language, `${feature}.json`)
  const known = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
  writeFileSync(path, JSON.stringify({ ...known, [key]: text }))
}
