import { execFileSync } from 'node:child_process'

const SHOWN_DIGITS = 12

/** The commit that the sources stand at, with "+" where they were changed since; empty where they came without a history. */
export function builtFrom(root: string): string {
  try {
    const flags = ['describe', '--always', '--exclude=*', '--dirty=+', `--abbrev=${SHOWN_DIGITS}`]
    return execFileSync('git', flags, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}
