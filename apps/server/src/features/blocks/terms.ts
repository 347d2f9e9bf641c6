import type { Quote } from '@rueda/exchange/venue.ts'
import type { BlockMarket } from '@rueda/rules/blocks/accept.ts'
import { blockFeesOf } from '@rueda/rules/blocks/fees.ts'
import { type BlockFacts, MIN_BLOCK, largestBlock } from '@rueda/rules/blocks/price.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { offeringMarkets } from '@rueda/rules/markets/markets.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import type { Caller } from '../../http/handler.ts'
import type { VenueClient } from '../../venue/client.ts'
import { isPermissionOpen } from '../permissions/is-open.ts'
import { type Missing, missingOf, orderTerms } from '../orders/terms.ts'

/** The market that blocks are traded in: the first that offers shares. */
export const [BLOCK_MARKET] = offeringMarkets

/** The published figures that the desk prices by; null for what it does not quote. */
export function factsOf(venue: VenueClient, instrument: Instrument | null): BlockFacts | null {
  if (instrument === null || instrument.quoteOnly || instrument.contract !== null || instrument.market !== BLOCK_MARKET) return null
  const facts = venue.facts(instrument.id)
  return facts === null || facts.averageVolume30 <= 0n
    ? null
    : { averageVolume: facts.averageVolume30, dailyVolatility: facts.dailyVolatility }
}

export type MissingForBlocks = Missing & Pick<BlockMarket, 'blockPermissionMissing'>

/** The market at this moment, as the rules of a block need it; `promised` are the figures of a quote, which stand for it. */
export function blockTerms(
  app: Pick<App, 'venue' | 'fees'>,
  asked: Readonly<{ instrumentId: string; quantity: bigint }>,
  { blockPermissionMissing, ...missing }: MissingForBlocks,
  now: Instant,
  promised: BlockFacts | null = null,
): BlockMarket {
  // A block has a commission of its own.
  const terms = orderTerms(app, { ...asked, accountId: null }, missing, now)
  const { venue } = app
  const quote = venue.quote(asked.instrumentId)
  const { instrument } = terms
  return {
    ...terms,
    fees: instrument === null || instrument.quoteOnly ? terms.fees : blockFeesOf(instrument, asked.quantity),
    day: quote === null ? null : { low: quote.low, high: quote.high },
    facts: promised ?? factsOf(venue, instrument),
    blockPermissionMissing,
  }
}

/** What the customer has not shown yet, the permission for blocks among it. */
export async function missingForBlocks(app: Pick<App, 'pool' | 'settings'>, caller: Caller): Promise<MissingForBlocks> {
  const missing = missingOf(app, caller)
  const isOpen = await isPermissionOpen(app.pool, caller.accountId, 'blockTrade')
  return { ...missing, blockPermissionMissing: !isOpen }
}

export type Quoted = Readonly<{ instrument: Instrument; quote: Quote; facts: BlockFacts }>

/** The shares in which a block can be as large as it has to be, those that are traded most first. */
export const quotedStocks = (venue: VenueClient): readonly Quoted[] =>
  [...venue.instruments.values()]
    .flatMap((instrument): readonly Quoted[] => {
      const facts = factsOf(venue, instrument)
      const quote = facts === null ? null : venue.quote(instrument.id)
      return facts === null || quote === null || largestBlock(facts) < MIN_BLOCK ? [] : [{ instrument, quote, facts }]
    })
    .toSorted((a, b) => (a.facts.averageVolume > b.facts.averageVolume ? -1 : a.facts.averageVolume < b.facts.averageVolume ? 1 : 0))
