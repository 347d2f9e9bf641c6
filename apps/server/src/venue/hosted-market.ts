import type { MarketGroup } from '@rueda/rules/instruments/group.ts'
import { type BuiltVenue, type VenueRecipe, buildVenue } from './build-venue.ts'
import { createHost } from './host.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** Begins another life of the market over the same outside market, which then has its prices already; what the one before it says is over. */
export type Renew = Readonly<{ kind: 'renew'; group: MarketGroup | undefined }>

/** What a market's thread does with the messages that come after its recipe. */
export function hostedMarket(recipe: VenueRecipe, post: (message: FromWorker) => void): (message: ToWorker | Renew) => void {
  let built: BuiltVenue = buildVenue(recipe)
  let host = createHost({ ...built, post })
  return (message) => {
    if (message.kind !== 'renew') return host.hear(message)
    built = built.again(message.group)
    host = createHost({ ...built, post })
  }
}
