import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TidyCheck, filesUnder, read } from './files.ts'

type LockEntry = Readonly<{ resolved?: string; link?: boolean; optionalDependencies?: Readonly<Record<string, string>> }>
type Lock = Readonly<{ packages: Readonly<Record<string, LockEntry>> }>

/** npm leaves a platform's binary out of the lockfile without a word when it cannot be resolved that minute. */
export const lockfile: TidyCheck = {
  name: 'the lockfile serves every platform and names no address',
  find: (root) => {
    const { packages } = JSON.parse(read(root, 'package-lock.json')) as Lock
    const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
    const entries = Object.entries(packages)
    const addresses = entries
      .filter(([, entry]) => /^https?:|^git/.test(entry.resolved ?? ''))
      .map(([path]) => `${path} carries an address; take "resolved" out.`)
    const missing = entries.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !names.has(name))
        .map(
          (name) =>
            `${path} wants ${name} on some platform, and package-lock.json does not know it. Install again and run npm ci --dry-run.`,
        ),
    )
    return [...addresses, ...missing]
  },
}

export const commands: TidyCheck = {
  name: 'every command of package.json exists',
  find: (root) => {
    const { scripts } = JSON.parse(read(root, 'package.json')) as { scripts: Record<string, string> }
    return Object.entries(scripts)
      .map(([name, script]) => [name, /^node tools\/bootstrap\.mjs (\S+)/.exec(script)?.[1]] as const)
      .filter(([, command]) => command !== undefined && !existsSync(join(root, 'tools', 'commands', `${command}.ts`)))
      .map(([name, command]) => `npm run ${name} leads to tools/commands/${command}.ts, which is not there.`)
  },
}

const MIGRATIONS = 'apps/server/src/db/migrations'

export const migrations: TidyCheck = {
  name: 'migrations are numbered without a gap',
  find: (root) => {
    const names = filesUnder(root, MIGRATIONS).map((path) => path.split('/').at(-1) ?? '')
    return names
      .filter((name, index) => Number(name.slice(0, 4)) !== index + 1 || !/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
      .map((name) => `${MIGRATIONS}/${name} breaks the row of numbers 0001, 0002, …`)
  },
}

/** From here on versions of neighbouring releases may run on one schema while an upgrade is under way. */
const FIRST_EXPANDING = 118
/** Of the months, made while no release was out that could have run beside it. */
const BEFORE_THE_FIRST_RELEASE = '0119_months.sql'
const CONTRACT = /^-- contract: since \d+\.\d+\.\d+$/u
const CONTRACTING: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\s+(?:table|column)\b/iu, 'takes away what an older release reads'],
  [/\balter\s+table\b[^;]*?\bdrop\s+(?!table\b|column\b|constraint\b)\w/iu, 'takes away what an older release reads'],
  [/\brename\b/iu, 'renames what an older release calls otherwise'],
  [/\bset\s+not\s+null\b/iu, 'asks for what an older release may leave out'],
  [/\balter\s+(?:column\s+)?\S+\s+(?:set\s+data\s+)?type\b/iu, 'changes a type that an older release reads'],
]
/** What a column loses without harm to whoever reads it. */
const HARMLESS = /\bdrop\s+(?:not\s+null|default)\b/giu

export const expandingMigrations: TidyCheck = {
  name: 'a migration only expands, unless it says since which version nothing needs what it takes away',
  find: (root) =>
    filesUnder(root, MIGRATIONS).flatMap((path) => {
      const name = path.split('/').at(-1) ?? ''
      const [first = '', ...rest] = read(root, path).split('\n')
      if (Number(name.slice(0, 4)) < FIRST_EXPANDING || name === BEFORE_THE_FIRST_RELEASE || CONTRACT.test(first)) return []
      const sql = [first, ...rest]
        .map((line) => line.replace(/--.*$/u, ''))
        .join('\n')
        .replaceAll(HARMLESS, '')
      return CONTRACTING.filter(([words]) => words.test(sql)).map(
        ([, why]) =>
          `${path} ${why}. Only add; what is left goes a release later, in a migration that begins with "-- contract: since <version>".`,
      )
    }),
}

const DECISIONS = 'docs/decisions'

export const decisions: TidyCheck = {
  name: 'decisions are numbered without a gap',
  find: (root) =>
    filesUnder(root, DECISIONS)
      .filter((path, index) => !path.startsWith(`${DECISIONS}/${String(index + 1).padStart(NUMBER_LENGTH, '0')}-`))
      .map((path) => `${path} breaks the row of numbers 0001, 0002, …`),
}

const NUMBER_LENGTH = 4

export const links: TidyCheck = {
  name: 'every path a document names exists',
  find: (root) =>
    filesUnder(root, '.')
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) => brokenLinks(root, path).map((target) => `${path} points to ${target}, which is not there.`)),
}

function brokenLinks(root: string, path: string): string[] {
  const targets = [...read(root, path).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map((match) => match[1] ?? '')
  return targets.filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(path), target)))
}
