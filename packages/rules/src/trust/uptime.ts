import type { Instant } from '../time.ts'

/** Time in which the server took nothing, as the public log says it (`docs/rules/proof.md` P.21). */
export type Gap = Readonly<{ from: Instant; until: Instant }>
export type Span = Readonly<{ from: Instant; until: Instant }>

const TEN_THOUSANDTHS = 10_000

/**
 * How much of a span the server was there: whole ten-thousandths, rounded down, so that one hundred percent means without a gap; and the milliseconds
 * that it was not. Gaps may overlap and reach beyond the span. A span without time was whole.
 */
export function uptimeOf(gaps: readonly Gap[], { from, until }: Span): Readonly<{ upTenThousandths: number; downMs: number }> {
  let downMs = 0
  let reached = from
  for (const gap of gaps.toSorted((one, other) => one.from - other.from)) {
    const begins = Math.max(gap.from, reached)
    const ends = Math.min(gap.until, until)
    if (ends <= begins) continue
    downMs += ends - begins
    reached = ends
  }
  const length = until - from
  return { downMs, upTenThousandths: length <= 0 ? TEN_THOUSANDTHS : Math.floor(((length - downMs) * TEN_THOUSANDTHS) / length) }
}
