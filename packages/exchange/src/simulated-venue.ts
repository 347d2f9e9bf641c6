import { priceTierOf } from './catalogue/price-tiers.ts'
import { closableMarket } from './closures/closable-market.ts'
import { guardMarket } from './interruptions/guarded-market.ts'
import { overrideMarket } from './override-market.ts'
import { withCloseOnly } from './scenario/close-only.ts'
import { withScenario } from './scenario/scenario-market.ts'
import { type ScenarioEvents, haltsOf } from './scenario/scenario.ts'
import { type MarketOfVenue, createSimVenue } from './sim-venue.ts'
import type { Venue } from './venue.ts'
import type { WorldMarket } from './world/world-market.ts'

type Parts = Readonly<{
  world: Pick<WorldMarket, 'list'> & MarketOfVenue
  scenario: ScenarioEvents | null
  /** Binds the promises to the scenario; left out where nobody is promised anything. */
  commitments?: MarketOfVenue['commitments']
}>

/** The simulated venue over its world: days that can be closed, its scenario if it has one, and its guards. */
export function simulatedVenue({ world, scenario, commitments }: Parts): Venue {
  const { market, closeDays, hasReopened } = closableMarket(world)
  const list = (listings: Parameters<typeof world.list>[0]): void => world.list(listings)
  if (scenario === null) return createSimVenue(guardMarket({ market, tierOf: priceTierOf, hasReopened }), { closeDays, list })
  const promised = overrideMarket(withScenario(market, scenario), commitments === undefined ? {} : { commitments })
  const guarded = guardMarket({
    market: promised,
    tierOf: priceTierOf,
    scheduledStops: (instrument) => haltsOf(scenario, instrument),
    hasReopened,
  })
  return createSimVenue(withCloseOnly(guarded, scenario), { closeDays, list })
}
