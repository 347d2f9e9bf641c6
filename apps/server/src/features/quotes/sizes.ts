import { SCALE, divide } from '@rueda/rules/decimal.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { LARGEST_NOTIONAL } from '@rueda/rules/orders/accept.ts'

/** Round lots and the largest order of an instrument, from its price (`domain.md` B.1, D.7). */
const roundLots: readonly Readonly<{ upTo: bigint; lot: bigint }>[] = [
  { upTo: 250n * SCALE, lot: 100n },
  { upTo: 1_000n * SCALE, lot: 40n },
  { upTo: 10_000n * SCALE, lot: 10n },
]

export const roundLotAt = (price: bigint): bigint => (roundLots.find(({ upTo }) => price <= upTo)?.lot ?? 1n) * SCALE

const CENT = 1_000_000n // in units of 10^-8

/** The most that one order may hold at this price, in whole steps. */
export function largestQuantity({ step }: Instrument, price: bigint): bigint {
  if (price <= 0n) return 0n
  return (divide(LARGEST_NOTIONAL * CENT * SCALE, price, 'DOWN') / step) * step
}
