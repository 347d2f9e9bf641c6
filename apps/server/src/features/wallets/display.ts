import type { Currency } from '@rueda/rules/money.ts'
import { type MidRate, convert, pairOf } from '@rueda/rules/transfers/exchange.ts'
import type { VenueClient } from '../../venue/client.ts'

/** Conversion of cents to the currency that was requested: at the mid of now, and at that of the last close. */
export type Display<C extends Currency = 'USD' | 'ARS' | 'TWD'> = Readonly<{
  currency: C
  now: (cents: bigint) => bigint
  before: (cents: bigint) => bigint
}>

/** Null while no rate of the currency is known. */
export function displayIn<C extends Currency>({ fxMid }: Pick<VenueClient, 'fxMid'>, currency: C): Display<C> | null {
  const same = (cents: bigint): bigint => cents
  if (currency === 'USD') return { currency, now: same, before: same }
  const rate = fxMid(pairOf('USD', currency))
  if (rate === null) return null
  const at = (time: keyof Pick<MidRate, 'mid' | 'previous'>) => (cents: bigint) =>
    convert({ amount: cents, from: 'USD', to: currency, rate: rate[time] }, 'HALF_UP')
  return { currency, now: at('mid'), before: at('previous') }
}
