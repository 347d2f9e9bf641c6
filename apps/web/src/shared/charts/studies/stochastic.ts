import { type Walk, approaching, windowed } from './walk.ts'

export type Reach = Readonly<{ high: number; low: number; close: number }>
export type Stochastic = Readonly<{ k: number; d: number; j: number }>

const ALL = 100
const MIDDLE = 50

/** KDJ: the place of the close between the lows and highs of the period (K), smoothed (D), and the lead of K over D (J). */
export const stochastic = (period: number, smoothK: number, smoothD: number): Walk<Reach, Stochastic | null> =>
  smoothing(windowed(period, standing), approaching(1 / smoothK, MIDDLE), approaching(1 / smoothD, MIDDLE))

const smoothing =
  (stand: Walk<Reach, number | null>, k: Walk<number, number>, d: Walk<number, number>): Walk<Reach, Stochastic | null> =>
  (bar) => {
    const raw = stand(bar)
    if (raw.given === null) return { given: null, next: smoothing(raw.next, k, d) }
    const kNow = k(raw.given)
    const dNow = d(kNow.given)
    const ahead = 3 * kNow.given - 2 * dNow.given
    return { given: { k: kNow.given, d: dNow.given, j: ahead }, next: smoothing(raw.next, kNow.next, dNow.next) }
  }

/** Between the lowest low and the highest high, from 0 to 100; in the middle where nothing moved. */
function standing(window: readonly Reach[]): number {
  const lowest = Math.min(...window.map(({ low }) => low))
  const highest = Math.max(...window.map(({ high }) => high))
  return highest === lowest ? MIDDLE : (ALL * ((window.at(-1)?.close ?? lowest) - lowest)) / (highest - lowest)
}
