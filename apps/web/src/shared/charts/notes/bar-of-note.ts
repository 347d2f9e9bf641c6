import type { KlineBar } from '@rueda/contract/quote-shapes.ts'
import { barHolding } from '../chart-marks.ts'

/** The bar that a moment lies in; the first one for a moment before them all, the last one for none. */
export const barOfNote = (bars: readonly KlineBar[], moment: number | null): number =>
  moment === null ? Math.max(0, bars.length - 1) : (barHolding(bars, moment) ?? 0)
