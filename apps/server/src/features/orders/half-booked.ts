import type { VenueEvent, VenueOrder } from '@rueda/exchange/venue.ts'
import { type MatchedSide, otherSideOf } from '@rueda/rules/orders/circumstances.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import type { Pool } from 'pg'
import { EVENTS_PER_RUN } from '../../venue/runs.ts'
import { type FillRecord, readFill } from './fill-records.ts'
import { openOrders } from './store.ts'
import { type Booking, bookVenueEvents } from './venue-events.ts'
import { venueOrderOf } from './venue-order.ts'

/**
 * A trade between customers is booked for each of them, and a server may be killed between the two. The side that was booked names the
 * other, so that the next start books what is missing before anything else happens.
 */
export type HalfBooked = Readonly<{
  /** The open orders as the venue takes them: with what is left of them once the missing sides are booked. */
  openOrders: () => Promise<readonly VenueOrder[]>
  book: (app: Booking) => Promise<void>
}>

type Execution = Extract<VenueEvent, { kind: 'execution' }>

/** Finds sides that the last run did not book; called before the next run begins. */
export async function findHalfBooked(pool: Pool): Promise<HalfBooked> {
  let missing = await missingSides(pool)
  return {
    openOrders: async () => (await openOrders(pool)).map(venueOrderOf).flatMap((order) => withoutMissing(order, missing)),
    book: async (app) => {
      if (missing.length === 0) return
      app.log.warn({ sides: missing.length }, 'the server was stopped between the two sides of a trade; the missing one is booked')
      await bookVenueEvents(app, 0)(missing)
      missing = []
    },
  }
}

/** Every start books what the run before it left, so that nothing older is looked through. */
async function missingSides(pool: Pool): Promise<readonly Execution[]> {
  const { rows } = await pool.query<FillRecord>(
    `select f.* from fills f
     where f.match_number > (select coalesce(max(run), 0) * ${EVENTS_PER_RUN} from venue_runs)
       and not exists (
         select from fills other
         where other.match_number = f.match_number and other.account_id = f.match_account_id and other.order_id = f.match_order_id)
     order by f.match_number`,
  )
  return rows.map(readFill).flatMap(missingSideOf)
}

const missingSideOf = ({ match, market, ...fill }: Fill): readonly Execution[] =>
  match === null || market === null ? [] : [executionOf(otherSideOf({ ...fill, match, market }))]

/** Only the venue's own facts: the costs of the booked side do not concern the other. */
function executionOf({
  accountId,
  orderId,
  instrumentId,
  sequence,
  side,
  price,
  quantity,
  resting,
  market,
  tradeDate,
  at,
  match,
}: MatchedSide) {
  const told = { accountId, orderId, instrumentId, sequence, side, price, quantity, resting, market, tradeDate, at, match }
  return { kind: 'execution', ...told } satisfies Execution as Execution
}

/** Takes the missing sides' fills off their orders, and off the other order for the same shares. */
function withoutMissing(order: VenueOrder, missing: readonly Execution[]): readonly VenueOrder[] {
  const filled = missing.filter(({ orderId }) => orderId === order.orderId || orderId === order.siblingId)
  const quantity = filled.reduce((left, execution) => left - execution.quantity, order.quantity)
  return quantity > 0n ? [{ ...order, quantity }] : []
}
