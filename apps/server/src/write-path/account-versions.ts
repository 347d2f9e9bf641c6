import type { WritePath } from './write-path.ts'

/** Counts the commits of this server for each account, so that an answer from before one is known to be old. */
export type AccountVersions = Readonly<{ of: (accountId: string) => string }>

/** The same where commits of other processes are heard of. */
export type CountedVersions = AccountVersions & Readonly<{ count: (accountId: string) => void }>

const MAX_ACCOUNTS = 100_000

export function createVersions(most = MAX_ACCOUNTS): CountedVersions {
  const versions = new Map<string, number>()
  let commits = 0
  /** Below this count everything has been forgotten; an account without an entry has this version. */
  let floor = 0
  return {
    of: (accountId) => String(versions.get(accountId) ?? floor),
    count: (accountId) => {
      commits += 1
      versions.set(accountId, commits)
      if (versions.size <= most) return
      versions.clear()
      floor = commits
    },
  }
}

export function countVersions(writePath: Pick<WritePath, 'onCommitted'>, most = MAX_ACCOUNTS): CountedVersions {
  const versions = createVersions(most)
  writePath.onCommitted(({ accounts }) => {
    for (const accountId of accounts) versions.count(accountId)
  })
  return versions
}
