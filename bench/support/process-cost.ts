import { readFileSync, readdirSync } from 'node:fs'

/** Costs of running processes, read from Linux's /proc. */
const TICKS_PER_SECOND = 100
const KILOBYTE = 1024

const statOf = (pid: number | string): string[] => {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return line.slice(line.lastIndexOf(')') + 2).split(' ')
}

const PARENT = 1
const USER_TICKS = 11
const SYSTEM_TICKS = 12
const ticksOf = (stat: readonly string[]): number => Number(stat[USER_TICKS]) + Number(stat[SYSTEM_TICKS])

/** Seconds of a core a process has used, all of its threads together. */
export const coreSeconds = (pid: number): number => ticksOf(statOf(pid)) / TICKS_PER_SECOND

/** The same for the processes it started, and theirs. */
export function coreSecondsOfChildren(pid: number): number {
  let seconds = 0
  for (const child of childrenOf(pid)) seconds += coreSeconds(child) + coreSecondsOfChildren(child)
  return seconds
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        return Number(statOf(candidate)[PARENT]) === pid
      } catch {
        // It ended while we looked.
        return false
      }
    })
}

/** Memory a process holds, in megabytes. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / KILOBYTE
}

/** The most it has ever held, in megabytes. */
export function peakMegabytes(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / KILOBYTE
}
