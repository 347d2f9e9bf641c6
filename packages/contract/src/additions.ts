import { z } from 'zod'
import { endpoint, protectedInput } from './endpoint.ts'
import { decimal, identifier, positiveDecimal } from './fields.ts'
import { follow } from './follow.ts'
import { funds } from './funds.ts'

/** What can be added to (`docs/rules/orders.md` A.95). */
export const additionTypes = ['fund', 'follow', 'position'] as const
export type AdditionType = (typeof additionTypes)[number]
const AMOUNT_DECIMALS = 2

export const additions = {
  add: endpoint({
    method: 'POST',
    path: '/orders/additions',
    access: 'protected',
    idempotent: true,
    act: ({ orderType }) => (orderType === 'position' ? 'addMargin' : 'addToProduct'),
    summary: 'Add to an existing order of a product by the rules of its first: a fund, a mandate that waits, or the margin of a position',
    input: z.object({
      ...protectedInput,
      orderType: z.enum(additionTypes),
      orderId: identifier,
      amount: positiveDecimal(AMOUNT_DECIMALS),
    }),
    /** The order that the amount went to: a new one beside the first, or the position itself. */
    data: z.object({ orderType: z.enum(additionTypes), orderId: identifier, amount: decimal }),
    refusals: [
      ...new Set([
        ...funds.create.refusals,
        ...follow.add.refusals,
        ...(['mandate.not_waiting', 'position.not_open', 'margin.amount', 'account.frozen'] as const),
      ]),
    ],
  }),
} as const
