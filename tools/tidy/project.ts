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
