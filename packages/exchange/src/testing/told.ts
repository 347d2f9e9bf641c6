import { formatScaled } from '@rueda/rules/decimal.ts'
import type { VenueEvent } from '../venue.ts'

/** A venue's events of orders, or of one, in words that a test can write down. */
export const told = (events: readonly VenueEvent[], orderId?: string) =>
  events
    .filter((event) => event.kind !== 'session' && (orderId === undefined || event.orderId === orderId))
    .map((event) => {
      if (event.kind === 'execution') return `${event.side} ${formatScaled(event.quantity)} @ ${formatScaled(event.price, 2)}`
      return event.kind === 'ended' ? event.reason : event.kind
    })
