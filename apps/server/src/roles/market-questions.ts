import type { VenueClient } from '../venue/client.ts'
import type { Answers, Question } from '../venue/messages.ts'

/** Questions to the market that change nothing in it. */
export type MarketQuestion = Exclude<Question, { about: 'cancel' | 'reduce' | 'stops' | 'closedDays' | 'newListings' | 'rounds' }>
type About = MarketQuestion['about']
type Asking = { readonly [Name in About]: (venue: VenueClient, question: Extract<Question, { about: Name }>) => Promise<Answers[Name]> }

const asking: Asking = {
  booked: (venue, { accountId }) => venue.booked(accountId).then(() => null),
  depth: (venue, { instrumentId, levels }) => venue.depth(instrumentId, levels),
  trades: (venue, { instrumentId, limit }) => venue.trades(instrumentId, limit),
  bars: (venue, { request }) => venue.bars(request),
  meanMid: (venue, { instrumentId, moment }) => venue.meanMid(instrumentId, moment),
  calendar: (venue, { market, from, to }) => venue.calendar(market, from, to),
  corporateActions: (venue, { instrumentIds, from, to }) => venue.corporateActions(instrumentIds, from, to),
  commitments: (venue, { since }) => venue.commitments(since ?? undefined),
}

/** Asks the market what another process wants to know; throws for what would change it. */
export function askMarket(venue: VenueClient, question: MarketQuestion): Promise<Answers[About]> {
  if (!Object.hasOwn(asking, question.about)) throw new Error(`the market is not asked from elsewhere about ${question.about}`)
  return asking[question.about](venue, question as never)
}
