import { MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'

const EVERY_MS = 2 * SECOND_MS
const KIBIBYTE = 1024
const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** Says what a long command is doing, every two seconds while it takes longer than that. */
export type Progress = Readonly<{
  doing: (what: string) => void
  /** Counts what was written or read. */
  moved: (bytes: number) => void
  end: () => void
}>

export function createProgress(say: (line: string) => void): Progress {
  const began = performance.now()
  let what = ''
  let bytes = 0
  const timer = setInterval(() => say(`  … ${what}: ${sizeOf(bytes)}, ${lengthOf(performance.now() - began)}`), EVERY_MS)
  return {
    doing: (next) => void (what = next),
    moved: (more) => void (bytes += more),
    end: () => clearInterval(timer),
  }
}

/** A number of bytes as people say it. */
export function sizeOf(bytes: number): string {
  let [value, unit] = [bytes, 0]
  while (value >= KIBIBYTE && unit < UNITS.length - 1) {
    value /= KIBIBYTE
    unit += 1
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit] ?? ''}`
}

const lengthOf = (ms: number): string =>
  ms < MINUTE_MS ? `${Math.round(ms / SECOND_MS)} s` : `${Math.floor(ms / MINUTE_MS)} min ${Math.round((ms % MINUTE_MS) / SECOND_MS)} s`
