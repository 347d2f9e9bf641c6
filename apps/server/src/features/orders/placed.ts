import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { orders } from '@rueda/contract/orders.ts'
import type { Order } from '@rueda/rules/orders/order.ts'
import type { App } from '../../app.ts'
import { presentResult } from './present.ts'

/** What placing an order answers, for products that place orders of their own. */
export const answerToPlacing = (app: Pick<App, 'venue' | 'fees'>, order: Order): DataOf<typeof orders.create> =>
  presentResult(app, [order], order.id)
