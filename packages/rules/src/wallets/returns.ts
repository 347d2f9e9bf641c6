import { SCALE, divide, percentText } from '../decimal.ts'

/** A stretch of time: what came in from outside or went out of the account in it, and what the account was worth at its end, in cents. */
export type Period = Readonly<{ flow: bigint; value: bigint }>

/** Both in percent points as decimal text; null where nothing was invested. */
export type Returns = Readonly<{ timeWeighted: string | null; moneyWeighted: string | null }>

/**
 * The two returns of an account over some periods (`docs/rules/wallets.md`), from its value at their start, in cents. What comes in or goes
 * out counts from the beginning of its period on.
 *
 * Time-weighted: the product of each period's growth, whatever was invested in it. Money-weighted (modified Dietz): the gain over what was
 * invested on average, each amount for the part of the time that it was there.
 */
export function returnsOf(start: bigint, periods: readonly Period[]): Returns {
  return { timeWeighted: timeWeighted(start, periods), moneyWeighted: moneyWeighted(start, periods) }
}

function timeWeighted(start: bigint, periods: readonly Period[]): string | null {
  const growth = growthOf(start, periods)
  return growth === null ? null : percentText(growth - SCALE, SCALE)
}

/** What one dollar invested at the start has become, in units of 10^-8; null where nothing was ever invested. */
export function growthOf(start: bigint, periods: readonly Period[]): bigint | null {
  let [before, growth, invested] = [start, SCALE, false]
  for (const { flow, value } of periods) {
    const base = before + flow
    if (base > 0n) {
      growth = divide(growth * value, base, 'HALF_UP')
      invested = true
    }
    before = value
  }
  return invested ? growth : null
}

function moneyWeighted(start: bigint, periods: readonly Period[]): string | null {
  const end = periods.at(-1)?.value ?? start
  const flows = periods.reduce((sum, { flow }) => sum + flow, 0n)
  const invested = investedOf(start, periods)
  return invested > 0n ? percentText((end - start - flows) * BigInt(periods.length), invested) : null
}

/** What was invested, each amount times the number of periods that it was there: in whole parts, so that nothing is rounded before the end. */
export function investedOf(start: bigint, periods: readonly Period[]): bigint {
  const count = BigInt(periods.length)
  return periods.reduce((sum, { flow }, at) => sum + flow * (count - BigInt(at)), start * count)
}
