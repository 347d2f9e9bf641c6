import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** An account of the operating system that PostgreSQL runs as. */
export type SystemUser = Readonly<{ name: string; uid: number; gid: number }>

const PREFERRED = ['postgres', 'nobody']
const SHELL_TIMEOUT_MS = 10_000

export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * PostgreSQL refuses to run as root, so root lends it another account: the one that owns the data already, else
 * `postgres`, else `nobody`. Null when no account has to be lent, undefined when there is none to lend.
 */
export function userForPostgres(clusterFolder: string): SystemUser | null | undefined {
  if (!isRoot()) return null
  const users = listUsers()
  const owner = ownerOf(clusterFolder)
  if (owner !== null && owner !== 0) return users.find((user) => user.uid === owner) ?? { name: `user ${owner}`, uid: owner, gid: owner }
  return PREFERRED.map((name) => users.find((user) => user.name === name)).find((user) => user !== undefined)
}

/** Options that let a child process run as that account. */
export const runAs = (user: SystemUser | null): { uid?: number; gid?: number } => (user === null ? {} : { uid: user.uid, gid: user.gid })

/** Returns true when the account can really do it: permissions of every folder above, mounts and security modules all count. */
export const canExecute = (path: string, user: SystemUser | null): boolean =>
  spawnSync(path, ['--version'], { ...runAs(user), cwd: '/', stdio: 'ignore', timeout: SHELL_TIMEOUT_MS }).status === 0

export const canWriteIn = (folder: string, user: SystemUser | null): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd "$0" && [ -w . ]', folder], { ...runAs(user), cwd: '/', stdio: 'ignore', timeout: SHELL_TIMEOUT_MS })
    .status === 0

function ownerOf(folder: string): number | null {
  return statSync(folder, { throwIfNoEntry: false })?.uid ?? null
}

function listUsers(): SystemUser[] {
  return readFileSync('/etc/passwd', 'utf8').split('\n').flatMap(readUser)
}

function readUser(line: string): SystemUser[] {
  const [name, , uid, gid] = line.split(':')
  return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
}
