import type { AccountVersions } from './account-versions.ts'

/**
 * Keeps a result from an account's whole history until the next commit of the account, so that repeated requests work it
 * out once. The version is taken before the work, so that a commit meanwhile makes the answer old.
 */
export type VersionCache<Value> = (
  versions: AccountVersions,
  of: Readonly<{ accountId: string; question: string }>,
  work: () => Promise<Value>,
) => Promise<Value>

const MAX_KEPT = 2_000

type Kept<Value> = Readonly<{ version: string; answer: Promise<Value> }>

export function createVersionCache<Value>(limit = MAX_KEPT): VersionCache<Value> {
  // Each server that runs in this process has its own.
  const all = new WeakMap<AccountVersions, Map<string, Kept<Value>>>()
  return (versions, { accountId, question }, work) => {
    const kept = all.get(versions) ?? new Map<string, Kept<Value>>()
    all.set(versions, kept)
    const key = `${accountId} ${question}`
    const version = versions.of(accountId)
    const known = kept.get(key)
    if (known?.version === version) return known.answer
    const entry = { version, answer: work() }
    kept.delete(key)
    kept.set(key, entry)
    if (kept.size > limit) kept.delete(kept.keys().next().value as string)
    entry.answer.catch(() => {
      if (kept.get(key) === entry) kept.delete(key)
    })
    return entry.answer
  }
}
