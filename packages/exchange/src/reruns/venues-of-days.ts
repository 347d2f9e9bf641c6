import type { CalendarDate } from '@rueda/rules/time.ts'
import { followedMarket } from '../catalogue/followed-market.ts'
import { NEWEST_MODEL, type PriceModel, isPriceModel } from '../prices/day-laws.ts'
import { type Scenario, ScenarioEvents } from '../scenario/scenario.ts'
import { simulatedVenue } from '../simulated-venue.ts'
import type { Venue } from '../venue.ts'
import { type MostListed, type WorldMarket, createWorldMarket } from '../world/world-market.ts'

/** A finished day's key as it is published, and the number of the price model that draws it. */
export type PublishedDay = Readonly<{ market: string; date: CalendarDate; model: number; key: Uint8Array }>

export type PublishedDays = Readonly<{
  /** Of the day that is run again and of every day before it, of all markets. */
  days: readonly PublishedDay[]
  sha256: (bytes: Uint8Array) => Uint8Array
  alwaysOpen: boolean
  scenario: Scenario | null
  /** The day that is run again. */
  date: CalendarDate
  historyFrom?: CalendarDate | undefined
  mostListed?: MostListed | undefined
}>

export type WorldOfDays = Omit<PublishedDays, 'scenario'>

const KEY_BYTES = 32

/**
 * Venues of the prices that published keys draw, each as if nothing had happened on it yet: what anybody runs a finished day again with. Days after
 * it have no part in it, so that one key and one model do for all of them.
 */
export function venuesOfDays(published: PublishedDays, world = worldOfDays(published)): () => Venue {
  const events = published.scenario === null ? null : new ScenarioEvents(published.scenario, followedMarket)
  return () => simulatedVenue({ world, scenario: events })
}

/** The market of those prices alone. Several threads may each work out a part of its index beside each other, which is half of all the work. */
export function worldOfDays({ days, sha256, alwaysOpen, date, historyFrom, mostListed }: WorldOfDays): WorldMarket {
  const keys = new Map(days.map((day) => [placeOf(day.market, day.date), day.key]))
  const models = new Map<string, PriceModel>()
  for (const { market, date: of, model } of days) if (isPriceModel(model)) models.set(placeOf(market, of), model)
  return createWorldMarket({
    dayKey: (market, day) => keys.get(placeOf(market, day)) ?? new Uint8Array(KEY_BYTES),
    modelOn: (market, day) => models.get(placeOf(market, day)) ?? NEWEST_MODEL,
    ...{ sha256, alwaysOpen, openedOn: date, mostListed },
    ...(historyFrom === undefined ? {} : { startDate: historyFrom }),
  })
}

const placeOf = (market: string, date: CalendarDate): string => `${market} ${date}`
