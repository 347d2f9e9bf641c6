import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 25

/**
 * Returns the start and the name of a process, or null when there is none. A zombie counts as none: it holds its number
 * until somebody reaps it, which in a container may be never, but it does nothing any more.
 */
export function findProcess(pid: number): { began: string; name: string } | null {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

/** Resolves to false when the process is still there after the time given. */
export async function waitForEnd(pid: number, withinMs: number): Promise<boolean> {
  for (let waited = 0; findProcess(pid) !== null; waited += POLL_MS) {
    if (waited >= withinMs) return false
    await sleep(POLL_MS)
  }
  return true
}

function fromProc(pid: number) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in brackets and may itself hold brackets and spaces; the other fields follow the last one.
    const name = line.slice(line.indexOf('(') + 1, line.lastIndexOf(')'))
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    const [state, began] = [fields[0], fields[19]]
    return state === 'Z' || state === 'X' || began === undefined ? null : { began, name }
  } catch {
    return null
  }
}

function fromPs(pid: number) {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    const match = /^(\S+)\s+(\S+\s+\S+\s+\d+\s+[\d:]+\s+\d+)\s+(.+)$/.exec(line)
    if (match === null || match[1]?.startsWith('Z')) return null
    return { began: match[2] ?? '', name: match[3]?.split('/').at(-1) ?? '' }
  } catch {
    return null
  }
}
