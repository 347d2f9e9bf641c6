import { SCALE, divide } from '../decimal.ts'
import { type Instrument, tickAt } from './instrument.ts'

/** A share abroad, and the facts to price a part of it at home: pesos for a dollar, and the number of certificates for one share. */
export type Parity = Readonly<{ price: bigint; rate: bigint; ratio: number }>

/**
 * The fair price of one certificate, at which nobody gains by changing it for the share, to the nearest tick
 * (`docs/rules/argentina.md` B.2).
 */
export function parityOf(certificate: Pick<Instrument, 'ticks'>, { price, rate, ratio }: Parity): bigint {
  const exact = divide(price * rate, SCALE * BigInt(ratio), 'HALF_UP')
  const tick = tickAt(certificate, exact)
  return divide(exact, tick, 'HALF_UP') * tick
}
