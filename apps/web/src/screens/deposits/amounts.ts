import type { DepositChannel } from '@rueda/contract/deposits.ts'
import { type Currency, minorDigits } from '@rueda/rules/money.ts'

/** As many decimals as the channel's currency has. */
export const decimalsOfChannel = ({ currency }: Pick<DepositChannel, 'currency'>): number => minorDigits[currency as Currency] ?? 2
