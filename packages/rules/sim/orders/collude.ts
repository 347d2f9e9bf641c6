import type { Execution } from '../../src/orders/book-execution.ts'
import type { CustomerMatch, MatchedSide } from '../../src/orders/circumstances.ts'
import type { PriceRange } from '../../src/orders/match-price.ts'
import type { ModelOrder } from '../model/account.ts'
import { stepAt } from '../model/grid.ts'
import { freeShares } from '../model/shares.ts'
import { settlementDate } from '../world/clock.ts'
import type { Listing } from '../world/listings.ts'
import { type Step, asAccount, dateIn, lastOf, feesNow } from '../world/world.ts'
import type { ShareOrderRequest } from './request.ts'
import { fillShares } from './execute.ts'
import { placeAsked } from './place.ts'
import { executionOf, tell } from './tell.ts'

/**
 * Two customers collude: one order rests, the other arrives, near the market and far from it, and now and then without a quote
 * (`docs/rules/matching.md` P.1). They trade inside the quote and nowhere else, and both sides are booked, also when the process stops
 * between the two.
 */
export function collude(step: Step): void {
  const { rng, world } = step
  const other = asAccount(step, rng.pick([...world.models.keys()].filter((accountId) => accountId !== step.accountId)))
  const [buyer, seller] = rng.percent(50) ? [step, other] : [other, step]
  const held = world.shares.filter(({ instrument }) => freeShares(seller.model, instrument.id) > 0n)
  if (held.length === 0) return
  const listing = rng.pick(held)
  const pair = placeBoth(buyer, seller, listing)
  if (pair !== null) matchBoth(step, listing, pair)
}

type Party = Readonly<{ step: Step; order: ModelOrder }>
type Pair = Readonly<{ resting: Party; arriving: Party }>

const MAX_SHARES = 50
/** Ticks from the market at which they agree, and how far their limits reach beyond that. */
const AGREED = [0n, 1n, -1n, 2n, -2n, 15n, -15n] as const
const REACH = [0n, 1n, 6n] as const

function placeBoth(buyer: Step, seller: Step, listing: Listing): Pair | null {
  const { rng } = buyer
  const { id } = listing.instrument
  const last = lastOf(buyer, listing)
  const tick = stepAt(id, last)
  const agreed = last + rng.pick(AGREED) * tick
  const most = freeShares(seller.model, id)
  const shares = 1n + BigInt(rng.below(Number(most < MAX_SHARES ? most : MAX_SHARES)))
  const asks = [
    { step: seller, asked: limitAt(seller, listing, 'sell', onGrid(id, agreed - rng.pick(REACH) * tick), shares) },
    { step: buyer, asked: limitAt(buyer, listing, 'buy', onGrid(id, agreed + rng.pick(REACH) * tick), shares) },
  ] as const
  const [first, second] = rng.percent(50) ? asks : [asks[1], asks[0]]
  const resting = partyOf(first.step, listing, first.asked)
  const arriving = resting === null ? null : partyOf(second.step, listing, second.asked)
  return resting === null || arriving === null ? null : { resting, arriving }
}

const onGrid = (id: string, price: bigint): bigint => (price > 0n ? price - (price % stepAt(id, price)) : stepAt(id, 1n))

const limitAt = (step: Step, { instrument, wallet }: Listing, side: 'buy' | 'sell', limit: bigint, shares: bigint): ShareOrderRequest => ({
  instrumentId: instrument.id,
  wallet: wallet as ShareOrderRequest['wallet'],
  side,
  type: 'limit',
  timeInForce: 'DAY',
  limit,
  stop: null,
  shares,
  settlement: null,
  fees: feesNow(step),
  worst: limit,
})

function partyOf(step: Step, listing: Listing, asked: ShareOrderRequest): Party | null {
  const order = placeAsked(step, listing, asked) ? step.model.open.get(`order-${step.number}`) : undefined
  return order === undefined ? null : { step, order }
}

function matchBoth(step: Step, listing: Listing, { resting, arriving }: Pair): void {
  const { rng, world } = step
  const quote = rng.percent(15) ? null : quoteNow(step, listing)
  const { side } = arriving.order
  const price = world.brokerage.rules.matchPrice(side, arriving.order.worst, resting.order.worst, quote)
  const [bid, ask] = side === 'buy' ? [arriving.order.worst, resting.order.worst] : [resting.order.worst, arriving.order.worst]
  // They may trade if both of their limits and the quote leave a price.
  const mayTrade = quote !== null && bid >= ask && bid >= quote.low && ask <= quote.high
  if ((price !== null) !== mayTrade)
    throw new Error(`customers who agree on ${ask} to ${bid} ${mayTrade ? 'do not ' : ''}trade at ${price}`)
  if (price === null || quote === null) {
    world.seen.add(quote === null ? 'customers without a quote do not trade' : 'customers beyond the quote do not trade')
    return
  }
  world.seen.add('customers trade inside the quote')
  bookBoth({ resting, arriving }, listing, price, quote)
}

/** One tick to both sides of the last price. */
function quoteNow(step: Step, listing: Listing): PriceRange<bigint> {
  const last = lastOf(step, listing)
  const tick = stepAt(listing.instrument.id, last)
  return { low: last - tick, high: last + tick }
}

function bookBoth({ resting, arriving }: Pair, listing: Listing, price: bigint, { low, high }: PriceRange<bigint>): void {
  const { step, order } = resting
  const { world, rng } = step
  const { unit } = listing
  const traded = { price, shares: order.shares, date: dateIn(step, listing) }
  const plain = executionOf(step, order, traded)
  const match: CustomerMatch = {
    number: plain.sequence,
    otherAccountId: arriving.step.accountId,
    otherOrderId: arriving.order.id,
    low: low * unit,
    high: high * unit,
    isCall: false,
  }
  world.quotes.set(match.number, { low: match.low, high: match.high })
  // The number of the second side follows that of the first.
  world.sequence += 1
  const first = { ...plain, resting: true, match }
  bookSide(step, order, first)
  fillShares(step, order, first, traded)
  const told: MatchedSide = { ...first, accountId: step.accountId, instrumentId: order.instrumentId, side: order.side }
  const isStopped = rng.percent(15)
  if (isStopped) for (const accountId of world.models.keys()) world.brokerage.restart(accountId)
  if (isStopped) world.seen.add('the second side of a trade was booked after a stop')
  const other = world.brokerage.rules.otherSideOf(isStopped ? bookedSideOf(resting) : told)
  const second = { ...first, ...other, settlementDate: settlementDate(first.tradeDate, arriving.order.days) }
  bookSide(asAccount(step, other.accountId), arriving.order, second)
  fillShares(arriving.step, arriving.order, second, traded)
}

function bookSide(step: Step, order: ModelOrder, execution: Execution): void {
  const answer = tell(step, order, execution)
  if (!answer.ok) throw new Error(`one side of a trade between customers was refused: ${answer.refusal}`)
}

/** The data of a trade that a restart finds with its other side not booked. */
function bookedSideOf({ step, order }: Party): MatchedSide {
  const fill = step.account.fills.at(-1)
  if (fill === undefined || fill.match === null || fill.market === null || fill.orderId !== order.id)
    throw new Error(`the trade of ${order.id} is not in the books`)
  return { ...fill, match: fill.match, market: fill.market }
}
