import type { VenueEvent } from '@rueda/exchange/venue.ts'
import type { Proposal, Propose } from './proposals.ts'

/** An event as later in one sequence: the number of a trade between customers is that of its first event, and moves along. */
export const laterBy = <Event extends VenueEvent>(event: Event, before: number): Event => ({
  ...event,
  sequence: event.sequence + before,
  ...(event.kind === 'execution' && event.match !== null ? { match: { ...event.match, number: event.match.number + before } } : {}),
})

/** Proposals with their reports numbered after those of earlier runs; none before that number is known. */
export const proposingAfter =
  (propose: Propose, before: () => number | null): Propose =>
  async (orders) => {
    const base = before()
    const proposal = base === null ? null : await propose(orders)
    return base === null || proposal === null ? null : numbered(proposal, base)
  }

const numbered = (proposal: Proposal, base: number): Proposal => ({
  ...proposal,
  reports: proposal.reports.map((report) => laterBy(report, base)),
})
