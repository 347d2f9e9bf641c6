import type { Arithmetic } from '../arithmetic/arithmetic.ts'

/**
 * The spread of activity over a session, as prefix sums over minutes. With bells it is lively at the beginning and the end
 * (the U of C.3); where trading goes on day and night a hump lies around midday, or in days of price model 2 that never
 * close three low waves, which leave no hour without activity. Extended hours are even.
 */
export type DayShape = 'bells' | 'hump' | 'waves'
export type SessionKind = 'regular' | 'before' | 'after'
export type ActivityCurve = Readonly<{ variance: Float64Array; volume: Float64Array }>

export class ActivityCurves {
  readonly #shape: DayShape
  readonly #arithmetic: Arithmetic
  readonly #known = new Map<string, ActivityCurve>()

  constructor(shape: DayShape, arithmetic: Arithmetic) {
    this.#shape = shape
    this.#arithmetic = arithmetic
  }

  of(kind: SessionKind, minutes: number): ActivityCurve {
    const name = `${kind} ${minutes}`
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const { variance, volume } = kind === 'regular' ? WEIGHTS[this.#shape] : EVEN
    const curve = {
      variance: prefixSums(minutes, (t) => variance(t, this.#arithmetic)),
      volume: prefixSums(minutes, (t) => volume(t, this.#arithmetic)),
    }
    this.#known.set(name, curve)
    return curve
  }
}

/** The liveliness of a minute relative to the session's mean, from a curve's prefix sums. */
export function relativeActivity(prefix: Float64Array, minute: number): number {
  const minutes = prefix.length - 1
  return (((prefix[minute + 1] as number) - (prefix[minute] as number)) * minutes) / (prefix[minutes] as number)
}

/** The even curve of the finest steps. */
export const evenCurve = (leaves: number): ActivityCurve => ({ variance: prefixSums(leaves, even), volume: prefixSums(leaves, even) })

const even = (): number => 1
/** The liveliness of a moment; `t` is the part of the session that has passed. */
type Weight = (t: number, arithmetic: Arithmetic) => number
const varianceU: Weight = (t, { exp }) => 0.7 + 2.2 * exp(-t / 0.05) + 0.7 * exp(-(1 - t) / 0.06)
const volumeU: Weight = (t, { exp }) => 0.6 + 1.6 * exp(-t / 0.07) + 2.6 * exp(-(1 - t) / 0.05)

const MIDDAY = 0.54
const HUMP_WIDTH = 0.2
const hump: Weight = (t, arithmetic) => 0.6 + 0.9 * bump(t, MIDDAY, HUMP_WIDTH, arithmetic)

/** New York's late morning, Europe's morning and Asia's, as New York's clock has them. */
const waves =
  (base: number, height: number): Weight =>
  (t, arithmetic) =>
    base + height * (bump(t, 0.43, 0.12, arithmetic) + 0.6 * bump(t, 0.15, 0.08, arithmetic) + 0.5 * bump(t, 0.84, 0.08, arithmetic))

function bump(t: number, middle: number, width: number, { exp }: Arithmetic): number {
  const away = (t - middle) / width
  return exp(-(away * away))
}

const EVEN: Readonly<{ variance: Weight; volume: Weight }> = { variance: even, volume: even }
const WEIGHTS: Readonly<Record<DayShape, Readonly<{ variance: Weight; volume: Weight }>>> = {
  bells: { variance: varianceU, volume: volumeU },
  hump: { variance: hump, volume: hump },
  waves: { variance: waves(0.8, 0.5), volume: waves(0.6, 1) },
}

function prefixSums(count: number, weight: (t: number) => number): Float64Array {
  const sums = new Float64Array(count + 1)
  for (let index = 0; index < count; index += 1) sums[index + 1] = (sums[index] as number) + weight((index + 0.5) / count)
  return sums
}
