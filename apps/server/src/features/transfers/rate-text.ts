import { formatScaled } from '@rueda/rules/decimal.ts'

const RATE_DECIMALS = 2
/** A rate as everybody is told it. */
export const rateText = (rate: bigint): string => formatScaled(rate, RATE_DECIMALS)
