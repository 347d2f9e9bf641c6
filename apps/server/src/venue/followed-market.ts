import type { Quote, Session } from '@rueda/exchange/venue.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { Changes, DailyValues, ListedInstrument, Loaded } from './messages.ts'

/** The market as it is: what was loaded, and the newest of everything that has changed since, told as changes. */
export type MarketState = Readonly<{ loaded: Loaded; changes: Changes }>

/** The market for whoever follows it from another process. */
export interface FollowedMarket {
  state(): MarketState
  onChanges(listener: (changes: Changes) => void): () => void
}

export type MarketTeller = Readonly<{ market: FollowedMarket; hear: (changes: Changes) => void }>

/** Keeps the newest values for those who come later, and passes changes on to those who are there. */
export function createFollowedMarket(loaded: Loaded): MarketTeller {
  const listed = new Map<string, ListedInstrument>()
  const quotes = new Map<string, Quote>()
  const sessions = new Map<MarketName, Session>()
  const daily = new Map<string, DailyValues>()
  const settlementDays = new Map<MarketName, Changes['settlementDays'][number]>()
  const tradingDays = new Map<MarketName, Changes['tradingDays'][number]>()
  const splits = new Map<MarketName, Changes['splits'][number]>()
  const renames = new Map<MarketName, Changes['renames'][number]>()
  const splitsBooked = new Map<MarketName, Changes['splitsBooked'][number]>()
  const listeners = new Set<(changes: Changes) => void>()

  const hear = (changes: Changes): void => {
    for (const each of changes.listed) listed.set(each.instrument.id, each)
    for (const quote of changes.quotes) quotes.set(quote.instrumentId, quote)
    for (const [market, session] of changes.sessions) sessions.set(market, session)
    for (const values of changes.daily) daily.set(values.instrumentId, values)
    for (const each of changes.settlementDays) settlementDays.set(each[0], each)
    for (const each of changes.tradingDays) tradingDays.set(each[0], each)
    for (const each of changes.splits) splits.set(each[0], each)
    for (const each of changes.renames) renames.set(each[0], each)
    for (const each of changes.splitsBooked) splitsBooked.set(each[0], each)
    for (const listener of listeners) listener(changes)
  }
  const state = (): MarketState => ({
    loaded,
    changes: {
      listed: [...listed.values()],
      quotes: [...quotes.values()],
      sessions: [...sessions],
      daily: [...daily.values()],
      settlementDays: [...settlementDays.values()],
      tradingDays: [...tradingDays.values()],
      splits: [...splits.values()],
      renames: [...renames.values()],
      splitsBooked: [...splitsBooked.values()],
    },
  })
  const market: FollowedMarket = {
    state,
    onChanges(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return { market, hear }
}
