import { divide } from '../decimal.ts'

/**
 * A stock bought with borrowed money is sold when what is left after the loan falls to a quarter of its value
 * (`docs/rules/margin.md` D.4): the price is loan / (quantity × 0.75), rounded up, the safer side for who holds it.
 */
const OWN_SHARE_NUMERATOR = 3n
const OWN_SHARE_DENOMINATOR = 4n

type Borrowed = Readonly<{ loan: bigint; quantity: bigint; minorScale: bigint; tick: bigint }>

/** `loan` in minor units, `quantity` and the answer in units of 10^-8. */
export function liquidationPriceOfLoan({ loan, quantity, minorScale, tick }: Borrowed): bigint {
  const scale = 100_000_000n
  const exact = divide(loan * scale * scale * OWN_SHARE_DENOMINATOR, quantity * minorScale * OWN_SHARE_NUMERATOR, 'CEIL')
  return divide(exact, tick, 'CEIL') * tick
}
