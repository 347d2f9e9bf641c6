import { type AdditionType, additions } from '@rueda/contract/additions.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { type Registered, routes } from '../../http/routes.ts'

/** Adds an amount to one of the caller's orders and returns the id of what it went to. */
type Addition = (app: App, request: HandlerRequest<typeof additions.add>) => Promise<Result<Readonly<{ id: string }>>>
/** How each product is added to; given by the products, which know their own rules. */
export type Additions = Readonly<Record<AdditionType, Addition>>

/** Adds to an order of a product by the rules of its first (`docs/rules/orders.md` A.95). */
export const additionRoutes = (app: App, products: Additions): Registered =>
  routes(additions, {
    add: async (request) => {
      const { orderType, amount } = request.input
      const added = await products[orderType](app, request)
      return added.ok ? ok({ orderType, orderId: added.value.id, amount }) : added
    },
  })
