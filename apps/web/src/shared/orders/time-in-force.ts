import { codeOfTimeInForce } from '@rueda/contract/codes.ts'
import type { TimeInForce } from '@rueda/rules/orders/order.ts'

export const timesInForce = ['DAY', 'GTC', 'IOC', 'FOK', 'EXT'] as const satisfies readonly TimeInForce[]

/** The time in force of an order, from its code on the wire. */
export const timeInForceOf = (code: number): TimeInForce => timesInForce.find((one) => codeOfTimeInForce[one] === code) ?? 'DAY'
