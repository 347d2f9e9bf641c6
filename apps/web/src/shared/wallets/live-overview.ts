import { divide, formatDecimal, parseDecimal, parseScaled, percentText, SCALE } from '@rueda/rules/decimal.ts'
import type { Overview } from './use-overview.ts'

/** A price that has arrived since, and when it was made. */
type Newer = Readonly<{ price_nominal: string | null; updateTimeTimestamp: number }>

const CENTS = 2

/**
 * The overview at prices that have arrived since it was read. What the shares have moved is added to the total, to what today brought and to
 * the end of the curve alike, so that they agree to the cent; everything else stands as it was read.
 */
export function overviewAt(overview: Overview, newerOf: (code: string) => Newer | undefined): Overview {
  const moved = overview.held.reduce((sum, held) => sum + movedSince(held, newerOf(held.code)), 0n)
  if (moved === 0n) return overview
  const add = (amount: string): string => formatDecimal(minor(amount) + moved, CENTS)
  const today = minor(overview.todayProfit) + moved
  const before = minor(overview.totalAssets) - minor(overview.todayProfit)
  return {
    ...overview,
    totalAssets: add(overview.totalAssets),
    positionsValue: add(overview.positionsValue),
    todayProfit: formatDecimal(today, CENTS),
    todayProfitRatio: percentText(today, before),
    curve: overview.curve.map((point, at) => (at === overview.curve.length - 1 ? { ...point, value: add(point.value) } : point)),
  }
}

function movedSince({ quantity, price, atTimestamp }: Overview['held'][number], newer: Newer | undefined): bigint {
  if (newer === undefined || newer.price_nominal === null || newer.updateTimeTimestamp < atTimestamp) return 0n
  return valueAt(quantity, newer.price_nominal) - valueAt(quantity, price)
}

/** In cents, rounded as the ledger's readings are. */
const valueAt = (quantity: string, price: string): bigint =>
  divide((parseScaled(quantity) ?? 0n) * (parseScaled(price) ?? 0n) * 10n ** BigInt(CENTS), SCALE * SCALE, 'HALF_UP')

const minor = (amount: string): bigint => parseDecimal(amount, CENTS) ?? 0n
