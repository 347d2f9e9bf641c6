import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { AdditionType, orders } from '@rueda/contract/orders.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import type { HandlerRequest } from '../../http/handler.ts'

type AdditionRequest = HandlerRequest<typeof orders.additions>
/** Adds an amount to one of the caller's orders and returns the id of what it went to. */
export type Addition = (app: App, request: AdditionRequest) => Promise<Result<Readonly<{ id: string }>>>
/** How each product is added to; given by the products, which know their own rules. */
export type Additions = Readonly<Record<AdditionType, Addition>>

/** Adds to an order of a product by the rules of its first (`docs/rules/orders.md` A.95). */
export async function addToOrder(
  app: App,
  additions: Additions,
  request: AdditionRequest,
): Promise<Result<DataOf<typeof orders.additions>>> {
  const { orderType, amount } = request.input
  const added = await additions[orderType](app, request)
  return added.ok ? ok({ orderType, orderId: added.value.id, amount }) : added
}
