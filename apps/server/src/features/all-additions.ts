import { addToMandate } from './follow/change.ts'
import { addToFund } from './funds/change.ts'
import type { Additions } from './orders/additions.ts'
import { addPositionMargin } from './positions/margin.ts'

/** What can be added to, each by its own product's rules. */
export const allAdditions: Additions = {
  fund: (app, { caller, idempotency, input }) => addToFund(app, { caller, idempotency, ...input }),
  follow: (app, { caller, idempotency, input }) => addToMandate(app, { caller, idempotency, ...input }),
  position: (app, { input: { orderId, amount }, ...request }) => addPositionMargin(app, { ...request, input: { id: orderId, amount } }),
}
