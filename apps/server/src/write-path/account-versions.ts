import type { WritePath } from './write-path.ts'

/** Counts the commits of this server for each account, so that an answer from before one is known to be old. */
export type AccountVersions = Readonly<{ of: (accountId: string) => string }>

const MAX_ACCOUNTS = 100_000

export function countVersions(writePath: Pick<WritePath, 'onCommitted'>, most = MAX_ACCOUNTS): AccountVersions {
  const versions = new Map<string, number>()
  let commits = 0
  /** Below this count everything has been forgotten; an account without an entry has this version. */
  let floor = 0
  writePath.onCommitted(({ accounts }) => {
    commits += 1
    for (const accountId of accounts) versions.set(accountId, commits)
    if (versions.size <= most) return
    versions.clear()
    floor = commits
  })
  return { of: (accountId) => String(versions.get(accountId) ?? floor) }
}
