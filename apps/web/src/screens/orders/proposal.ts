import type { Market } from '@rueda/contract/codes.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { orders } from '@rueda/contract/orders.ts'
import type { SaleLots } from './chosen-lots.ts'
import type { OrderType, Side, TimeInForce } from './ticket.ts'
import type { PreviewInput } from './use-preview.ts'

/** An order as it is reviewed and sent, from the ticket or from closing a position. */
export type Proposal = Readonly<{
  side: Side
  type: OrderType
  quantity: string
  /** The limit; null at market. */
  price: string | null
  /** The distance of a trailing stop, in percent. */
  trail: string | null
  takeProfit: string | null
  stopLoss: string | null
  timeInForce: TimeInForce
  code: string
  name: string
  market: Market
  decimals: number
  preview: PreviewInput
  /** Set when it closes this position. */
  positionId: string | null
  /** The lots that a sale uses up first; left out, the account's default. */
  lots?: SaleLots | undefined
}>

export type OrderResult = DataOf<typeof orders.create>

/** The result of sending it. `unknown`: nobody answered, it may have arrived. */
export type Outcome =
  | Readonly<{ kind: 'accepted'; result: OrderResult }>
  | Readonly<{ kind: 'refused'; message: string }>
  /** Nobody took it: a part of the server is away. */
  | Readonly<{ kind: 'notSent'; message: string }>
  | Readonly<{ kind: 'unknown' }>
