import { parseScaled } from '@rueda/rules/decimal.ts'
import { z } from 'zod'
import { type Faults, judgedBy } from '../../shared/forms/faults.ts'

/** What is typed to buy units, and to give some back. Faults are words of `SubscribeForm` and `RedeemForm`. */
export type Amount = Readonly<{ amount: string }>
export const amountFaults = ['missing', 'tooLittle', 'tooMuch', 'short'] as const
type AmountFaults = Faults<Amount, (typeof amountFaults)[number]>
type Bounds = Readonly<{ least: string; most: string; available: string | undefined }>

const scaledOf = (typed: string): bigint => parseScaled(typed.replace(/\.$/u, '')) ?? 0n

export const wholeSubscription = ({ least, most, available }: Bounds): z.ZodType<Amount, Amount> =>
  judgedBy<Amount, (typeof amountFaults)[number]>(z.object({ amount: z.string() }), ({ amount }): AmountFaults => {
    const typed = scaledOf(amount)
    if (typed === 0n) return { amount: 'missing' }
    if (typed < scaledOf(least)) return { amount: 'tooLittle' }
    if (typed > scaledOf(most)) return { amount: 'tooMuch' }
    return available !== undefined && typed > scaledOf(available) ? { amount: 'short' } : {}
  })

export type Units = Readonly<{ units: string }>
export const unitsFaults = ['missing', 'tooMany'] as const

export const wholeRedemption = (held: string): z.ZodType<Units, Units> =>
  judgedBy<Units, (typeof unitsFaults)[number]>(z.object({ units: z.string() }), ({ units }) => {
    const typed = scaledOf(units)
    if (typed === 0n) return { units: 'missing' }
    return typed > scaledOf(held) ? { units: 'tooMany' } : {}
  })
