/**
 * How activity is spread over a session: lively at the beginning and the end of a real one (the U of C.3), a broad
 * hump around New York's midday where trading goes on day and night, even in extended hours. Prefix sums over minutes.
 */
export type SessionKind = 'regular' | 'before' | 'after'
export type ActivityCurve = Readonly<{ variance: Float64Array; volume: Float64Array }>

export class ActivityCurves {
  readonly #roundTheClock: boolean
  readonly #known = new Map<string, ActivityCurve>()

  constructor(roundTheClock: boolean) {
    this.#roundTheClock = roundTheClock
  }

  of(kind: SessionKind, minutes: number): ActivityCurve {
    const name = `${kind} ${minutes}`
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const [variance, volume] = kind !== 'regular' ? [even, even] : this.#roundTheClock ? [hump, hump] : [varianceU, volumeU]
    const curve = { variance: prefixSums(minutes, variance), volume: prefixSums(minutes, volume) }
    this.#known.set(name, curve)
    return curve
  }
}

/** How lively a minute is relative to the session's mean, from a curve's prefix sums. */
export function relativeActivity(prefix: Float64Array, minute: number): number {
  const minutes = prefix.length - 1
  return (((prefix[minute + 1] as number) - (prefix[minute] as number)) * minutes) / (prefix[minutes] as number)
}

/** The even curve of the finest steps. */
export const evenCurve = (leaves: number): ActivityCurve => ({ variance: prefixSums(leaves, even), volume: prefixSums(leaves, even) })

const even = (): number => 1
const varianceU = (t: number): number => 0.7 + 2.2 * Math.exp(-t / 0.05) + 0.7 * Math.exp(-(1 - t) / 0.06)
const volumeU = (t: number): number => 0.6 + 1.6 * Math.exp(-t / 0.07) + 2.6 * Math.exp(-(1 - t) / 0.05)
const MIDDAY = 0.54
const HUMP_WIDTH = 0.2
const hump = (t: number): number => 0.6 + 0.9 * Math.exp(-(((t - MIDDAY) / HUMP_WIDTH) ** 2))

function prefixSums(count: number, weight: (t: number) => number): Float64Array {
  const sums = new Float64Array(count + 1)
  for (let index = 0; index < count; index += 1) sums[index + 1] = (sums[index] as number) + weight((index + 0.5) / count)
  return sums
}
