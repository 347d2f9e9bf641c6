import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { orders } from '@rueda/contract/orders.ts'
import type { Order } from '@rueda/rules/orders/order.ts'
import type { VenueClient } from '../../venue/client.ts'
import { presentResult } from './present.ts'

/** What placing an order answers, for products that place orders of their own. */
export const answerToPlacing = (venue: VenueClient, order: Order): DataOf<typeof orders.create> => presentResult(venue, [order], order.id)
