import { divide } from '../decimal.ts'

/**
 * The price at which a stock bought with borrowed money is sold, because only a quarter of its value is left after the loan
 * (`docs/rules/margin.md` D.4): loan / (quantity × 0.75), rounded up, which is safer for the holder.
 */
const OWN_SHARE_NUMERATOR = 3n
const OWN_SHARE_DENOMINATOR = 4n

type Borrowed = Readonly<{ loan: bigint; quantity: bigint; minorScale: bigint; tick: bigint }>

/** `loan` in minor units, `quantity` and the result in units of 10^-8. */
export function liquidationPriceOfLoan({ loan, quantity, minorScale, tick }: Borrowed): bigint {
  const scale = 100_000_000n
  const exact = divide(loan * scale * scale * OWN_SHARE_DENOMINATOR, quantity * minorScale * OWN_SHARE_NUMERATOR, 'CEIL')
  return divide(exact, tick, 'CEIL') * tick
}
