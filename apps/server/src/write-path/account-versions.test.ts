import { expect, test } from 'vitest'
import { countVersions } from './account-versions.ts'
import type { Committed } from './command.ts'

const commits = () => {
  const listeners: ((committed: Committed) => void)[] = []
  const commit = (...accounts: string[]): void => {
    for (const listener of listeners) listener({ accounts } as unknown as Committed)
  }
  return { commit, writePath: { onCommitted: (listener: (committed: Committed) => void) => void listeners.push(listener) } }
}

test('a commit gives the accounts it touched a new version and leaves the others theirs', () => {
  const { commit, writePath } = commits()
  const versions = countVersions(writePath)
  const before = [versions.of('a'), versions.of('b')]
  commit('a')
  expect(versions.of('a')).not.toBe(before[0])
  expect(versions.of('b')).toBe(before[1])
})

test('what was forgotten for want of room has a version of its own again', () => {
  const { commit, writePath } = commits()
  const versions = countVersions(writePath, 2)
  const seen = new Set([versions.of('a')])
  for (const account of ['a', 'b', 'c', 'd']) {
    commit('a', account)
    expect(seen.has(versions.of('a'))).toBe(false)
    seen.add(versions.of('a'))
  }
})
