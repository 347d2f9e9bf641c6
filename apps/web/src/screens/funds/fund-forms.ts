import { parseScaled } from '@rueda/rules/decimal.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import { z } from 'zod'
import { judgedBy } from '../../shared/forms/faults.ts'

const scaledOf = (typed: string): bigint => parseScaled(finish(typed)) ?? 0n

type Bounds = Readonly<{ min: string; max: string; available: string | undefined }>
/** What stands against an amount, in the order in which it is named; null for one that can be reviewed. */
export function amountFault(amount: string, { min, max, available }: Bounds): 'missing' | 'tooLittle' | 'tooMuch' | 'short' | null {
  const typed = scaledOf(amount)
  if (typed === 0n) return 'missing'
  if (typed < scaledOf(min)) return 'tooLittle'
  if (typed > scaledOf(max)) return 'tooMuch'
  return available !== undefined && typed > scaledOf(available) ? 'short' : null
}

/** What is typed to give units back. Faults are words of `RedeemForm`. */
export type Units = Readonly<{ units: string }>
export const unitsFaults = ['missing', 'tooMany'] as const

export const wholeRedemption = (held: string): z.ZodType<Units, Units> =>
  judgedBy<Units, (typeof unitsFaults)[number]>(z.object({ units: z.string() }), ({ units }) => {
    const typed = scaledOf(units)
    if (typed === 0n) return { units: 'missing' }
    return typed > scaledOf(held) ? { units: 'tooMany' } : {}
  })
