import { addDays } from '../../src/calendar-date.ts'
import type { PriceRange } from '../../src/orders/match-price.ts'
import type { CalendarDate, Instant } from '../../src/time.ts'
import type { Account } from '../brokerage/account.ts'
import type { Brokerage } from '../brokerage/brokerage.ts'
import type { ModelAccount } from '../model/account.ts'
import { termsNow } from '../model/commissions.ts'
import { beginDate } from '../model/corporate.ts'
import { type Rng, rngAt } from './rng.ts'
import { type TradedMarket, dateAt, dayBegan, momentOf, tradedMarkets } from './clock.ts'
import { type Listing, type MarginListing, partListings, shareListings } from './listings.ts'
import { priceAt } from './prices.ts'

/** A request with its answer, and a way to send it again. */
export type Request = Readonly<{ accountId: string; key: string; answer: unknown; again: () => unknown }>

export type World = {
  readonly seed: number
  readonly brokerage: Brokerage
  readonly models: Map<string, ModelAccount>
  /** Everything that has happened at least once: a simulation that never reaches something proves nothing about it. */
  readonly seen: Set<string>
  readonly begun: Instant
  readonly shares: readonly Listing[]
  /** Shares that are traded in parts. */
  readonly parts: readonly Listing[]
  readonly margins: readonly MarginListing[]
  /** Prices stand still and only customers act. */
  readonly still: boolean
  /** The outside's quotes in which customers traded with each other, by the number of the trade. */
  readonly quotes: Map<number, PriceRange<bigint>>
  /** What a dollar was in the currency of shares, in ten-thousandths, by the number of the execution that bought or sold them. */
  readonly mids: Map<number, bigint>
  requests: readonly Request[]
  sequence: number
  trace: string
  lastAt: Instant
  /** The trade dates of the markets; a clock that goes back does not open a day again. */
  readonly dates: Map<TradedMarket, CalendarDate>
}

export type Step = Readonly<{
  world: World
  rng: Rng
  number: number
  accountId: string
  account: Account
  model: ModelAccount
  now: Instant
}>
export type Operation = (step: Step) => void

/** Customers come for a while and do several things one after another. */
const STEPS_OF_A_VISIT = 10
/** Far from the numbers of steps, so that the choice of the customer does not depend on them. */
const VISITS = 1_000_000

/** One customer's turn at a moment. The clock may jump, forward and back. */
export function stepOf(world: World, number: number): Step {
  const rng = rngAt(world.seed, number)
  const accountId = rngAt(world.seed, VISITS + Math.floor(number / STEPS_OF_A_VISIT)).pick([...world.models.keys()])
  const model = world.models.get(accountId)
  if (model === undefined) throw new Error('unreachable')
  const now = nowIn(world, rng, number)
  world.lastAt = now
  for (const market of tradedMarkets) {
    const date = dateAt(market, now)
    if (date > (world.dates.get(market) ?? '')) world.dates.set(market, date)
  }
  const step = { world, rng, number, accountId, account: world.brokerage.account(accountId), model, now }
  for (const [market, date] of world.dates) beginDate(model, market, date)
  return step
}

/** The same moment for another customer. */
export function asAccount(step: Step, accountId: string): Step {
  const { world } = step
  const model = world.models.get(accountId)
  if (model === undefined) throw new Error(`no account ${accountId}`)
  for (const [market, date] of world.dates) beginDate(model, market, date)
  return { ...step, accountId, model, account: world.brokerage.account(accountId) }
}

const JUMPS = [-600_000, -1_000, 600_000] as const

function nowIn({ begun, lastAt, seen, still }: World, rng: Rng, number: number): Instant {
  const now = momentOf(begun, number)
  if (still || number === 0 || !rng.percent(3)) return now
  const jump = rng.pick(JUMPS)
  seen.add(jump < 0 ? 'clock set back' : 'clock set forward')
  return jump < 0 ? lastAt + jump : now + jump
}

/** The number of the commissions that hold for the step's customer. */
export const feesNow = ({ world: { begun }, now, accountId }: Step): number => termsNow({ begun, now, accountId })

export const dateIn = ({ world }: Step, { instrument }: Listing): CalendarDate => dateOf(world, instrument.market as TradedMarket)
export const dateOf = ({ dates }: World, market: TradedMarket): CalendarDate => dates.get(market) ?? ''

export const listingOf = ({ shares, parts, margins }: World, instrumentId: string): Listing => {
  const listing =
    [...shares, ...parts].find(({ instrument }) => instrument.id === instrumentId) ??
    margins.find(({ instrument }) => instrument.id === instrumentId)
  if (listing === undefined) throw new Error(`${instrumentId} is not listed`)
  return listing
}

/** In the unit of the listing: the last price now, and at the close before. */
export const lastOf = ({ world, number }: Step, listing: Listing): bigint => priceAt(listing, world.still ? 0 : number)
export const closeBefore = ({ world, number }: Step, listing: Listing): bigint =>
  listing.instrument.contract === null ? priceAt(listing, world.still ? 0 : dayBegan(number)) : priceAt(listing, world.still ? 0 : number)

/** Long enough for some to be still working, short enough for some to expire. */
const GOOD_TILL_CANCELLED_DAYS = 9
export const goodTillCancelled = (date: CalendarDate): CalendarDate => addDays(date, GOOD_TILL_CANCELLED_DAYS)

export const worldOf = (given: Pick<World, 'seed' | 'brokerage' | 'begun' | 'margins' | 'still'>): World => ({
  ...given,
  models: new Map(),
  seen: new Set(),
  shares: shareListings,
  parts: partListings,
  quotes: new Map(),
  mids: new Map(),
  requests: [],
  sequence: 0,
  trace: '',
  lastAt: given.begun,
  dates: new Map(),
})

const KEPT_REQUESTS = 8

/** Keeps a request that was accepted, to send it again as after a lost answer. */
export function remember({ world, accountId }: Step, request: Omit<Request, 'accountId'>): void {
  world.requests = [...world.requests.slice(1 - KEPT_REQUESTS), { accountId, ...request }]
}
