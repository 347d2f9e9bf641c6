import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { reference } from '@rueda/contract/reference.ts'
import { statements } from '@rueda/contract/statements.ts'
import { trust } from '@rueda/contract/trust.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { type Priority, priorityOf } from './admission.ts'
import { type ConcurrencyBounds, type ConcurrencyLimiter, createConcurrencyLimiter } from './concurrency-limiter.ts'

/**
 * Most of this server that one address, one account and everybody together may hold at once (`docs/rules/overload.md` 9).
 * The number of requests does not say what they cost: a slow upload, a slow download and a long read each hold something
 * scarce for long, so each kind has slots of its own and cannot take those of orders.
 */
export type Bounds = Readonly<{
  connectionsPerAddress: number
  requestsPerAddress: number
  /** Files on their way in: the body is read before the request takes a place in admission. */
  uploads: ConcurrencyLimiter
  /** Files on their way out. */
  downloads: ConcurrencyLimiter
  /** Reads of a whole history: they cost the database. */
  history: ConcurrencyLimiter
  /** Questions that the market itself has to answer. */
  market: ConcurrencyLimiter
  /** Searches by what somebody types: each reads the whole catalogue, and guests may search too. */
  searches: ConcurrencyLimiter
  /** Tapes of finished days: anybody may ask for one without a session, and each is a whole day of an instrument. */
  tapes: ConcurrencyLimiter
  /** Every other read of an account, so that nobody takes the database's connections from the others. */
  reads: ConcurrencyLimiter
}>

/** A proxy in front may send one person's whole page at once. */
const MAX_CONNECTIONS_PER_ADDRESS = 256
const MAX_REQUESTS_PER_ADDRESS = 256

const UPLOAD_BOUNDS = { total: 16, perAccount: 2, perAddress: 4, maxWaiting: 4, maxWaitMs: SECOND_MS }
const DOWNLOAD_BOUNDS = { total: 32, perAccount: 8, perAddress: 8, maxWaiting: 16, maxWaitMs: 5 * SECOND_MS }
const HISTORY_BOUNDS = { total: 4, perAccount: 2, perAddress: 2, maxWaiting: 8, maxWaitMs: 2 * SECOND_MS, restRatio: 4 }
const MARKET_BOUNDS = { total: 6, perAccount: 2, perAddress: 2, maxWaiting: 32, maxWaitMs: 2 * SECOND_MS, restRatio: 6 }
const SEARCH_BOUNDS = { total: 6, perAccount: 2, perAddress: 2, maxWaiting: 32, maxWaitMs: 2 * SECOND_MS, restRatio: 6 }
const TAPE_BOUNDS = { total: 2, perAccount: 1, perAddress: 1, maxWaiting: 8, maxWaitMs: 2 * SECOND_MS, restRatio: 2 }
const READ_BOUNDS = {
  total: Number.POSITIVE_INFINITY,
  perAccount: 4,
  perAddress: Number.POSITIVE_INFINITY,
  maxWaiting: 64,
  maxWaitMs: 5 * SECOND_MS,
  restRatio: 1,
}

/** Bounds only the shared totals when `isLimited` is false: for tests and benches, which have one address. */
export function createBounds(isLimited: boolean): Bounds {
  const each = (bounds: ConcurrencyBounds): ConcurrencyLimiter => createConcurrencyLimiter(isLimited ? bounds : sharedOnly(bounds))
  return {
    connectionsPerAddress: isLimited ? MAX_CONNECTIONS_PER_ADDRESS : Number.POSITIVE_INFINITY,
    requestsPerAddress: isLimited ? MAX_REQUESTS_PER_ADDRESS : Number.POSITIVE_INFINITY,
    uploads: each(UPLOAD_BOUNDS),
    downloads: each(DOWNLOAD_BOUNDS),
    history: each(HISTORY_BOUNDS),
    market: each(MARKET_BOUNDS),
    searches: each(SEARCH_BOUNDS),
    tapes: each(TAPE_BOUNDS),
    reads: each(READ_BOUNDS),
  }
}

/** Lifts the bounds of one requester, because a bench of one address asks for more at once than a person would. */
const sharedOnly = (bounds: ConcurrencyBounds): ConcurrencyBounds => ({
  ...bounds,
  perAccount: Number.POSITIVE_INFINITY,
  perAddress: Number.POSITIVE_INFINITY,
  maxWaiting: Number.POSITIVE_INFINITY,
  restRatio: 0,
  maxWaitMs: 60 * SECOND_MS,
})

const HISTORY: ReadonlySet<string> = new Set(
  [
    ...Object.values(statements),
    ...[wallets.bill, wallets.cashFlows, wallets.overview, wallets.explainOverview],
    ...[positions.lots, positions.explain, positions.explainHoldings, trust.entries],
  ].map(({ path }) => path),
)
const MARKET: ReadonlySet<string> = new Set(
  [quotes.kline, quotes.detail, quotes.light, reference.tradingDays, reference.commitments].map(({ path }) => path),
)

/** The slots that answering an endpoint takes; null where it costs no more than others. */
export function limiterOf(bounds: Bounds, endpoint: Endpoint): ConcurrencyLimiter | null {
  const { path, upload, access } = endpoint
  if (upload) return bounds.uploads
  if (HISTORY.has(path)) return bounds.history
  if (MARKET.has(path)) return bounds.market
  if (path === quotes.search.path) return bounds.searches
  return access !== 'public' && READS.has(priorityOf(endpoint)) ? bounds.reads : null
}

const READS: ReadonlySet<Priority> = new Set(['own', 'rest'])
