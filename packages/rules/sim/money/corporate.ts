import { type Dividend, type Split, actionId, payDateOf } from '../../src/corporate/action.ts'
import { entitlementOf } from '../../src/corporate/dividend.ts'
import { type Result, ok } from '../../src/result.ts'
import { VENUE } from '../brokerage/brokerage.ts'
import { endInModel } from '../model/account.ts'
import { entitleInModel, payInModel, splitInModel } from '../model/corporate.ts'
import { isInParts } from '../world/units.ts'
import type { Listing } from '../world/listings.ts'
import { type Step, dateIn, listingOf } from '../world/world.ts'
import { positionKind } from '../../src/positions/records.ts'

/** Dividends and splits in three markets: recorded late and twice, paid on their day and again after a restart, fractions in cash. */
const RATIOS = [
  [2n, 1n],
  [3n, 2n],
  [7n, 1n],
  [1n, 10n],
  [2n, 3n],
] as const
const MAX_DIVIDEND = 9_000n

/** The same for everybody: a number that depends on the instrument and the date alone. */
const drawnFor = (instrumentId: string, date: string): bigint =>
  [...`${instrumentId} ${date}`].reduce((sum, letter) => (sum * 31n + BigInt(letter.codePointAt(0) ?? 0)) % 1_000_003n, 7n)

const isSplitOn = ({ account }: Step, id: string, date: string): boolean =>
  account.splits.some((split) => split.instrumentId === id && split.exDate === date)
const isTradedOn = ({ account }: Step, id: string, date: string): boolean =>
  (account.fillsOf.get(id) ?? []).slice(-TRADES_OF_A_DAY).some((fill) => fill.tradeDate >= date)
/** More trades than anybody makes in one instrument on one day of the simulation. */
const TRADES_OF_A_DAY = 60

/** The ex-date of a dividend; the job may come late, after the customer has traded. */
export function recordDividend(step: Step): void {
  const { world, rng, model } = step
  const listing = rng.pick([...world.shares, ...world.parts, ...world.parts])
  const { id: instrumentId } = listing.instrument
  const date = dateIn(step, listing)
  if (isSplitOn(step, instrumentId, date)) return
  const amount = 1n + (drawnFor(instrumentId, date) % MAX_DIVIDEND)
  const dividend: Dividend = { kind: 'dividend', instrumentId, exDate: date, payDate: payDateOf(date), amount: amount * listing.unit }
  for (let times = rng.percent(30) ? 2 : 1; times > 0; times -= 1) entitle(step, dividend, listing)
  entitleInModel(model, { id: actionId(dividend), instrumentId, wallet: listing.wallet, amount, payDate: dividend.payDate })
  if (isTradedOn(step, instrumentId, date) && model.corporate.dividends.has(actionId(dividend)))
    world.seen.add('dividend recorded after a trade on the ex-date')
  if (model.corporate.dividends.has(actionId(dividend)) && isInParts(instrumentId)) world.seen.add('dividend of parts of shares')
}

/** Records, once, a customer who held the share at the close before. */
function entitle({ world, account, accountId }: Step, dividend: Dividend, { instrument }: Listing): void {
  const quantity = world.brokerage.rules.heldAtClose(account, dividend.instrumentId, dividend.exDate)
  if (quantity <= 0n || account.entitlements.has(actionId(dividend))) return
  const holder = { accountId, positionId: '', quantity, claimsTreaty: false }
  const entitlement = entitlementOf(holder, dividend, instrument.market, instrument.currency)
  if (entitlement !== null) account.entitlements.set(entitlement.actionId, entitlement)
}

/** The pay date: everything due is paid, and the job runs once more as after a restart. */
export function payDividends(step: Step): void {
  const { world, rng, account, accountId, model, now } = step
  const { brokerage } = world
  for (const [id, entitlement] of account.entitlements) {
    const listing = listingOf(world, entitlement.instrumentId)
    if (entitlement.payDate > dateIn(step, listing)) continue
    for (let times = rng.percent(30) ? 2 : 1; times > 0; times -= 1) {
      if (brokerage.rules.isBooked(account, 'J96', id)) continue
      brokerage.decide(accountId, now, () => ok(brokerage.rules.payDividend(entitlement, VENUE, listing.wallet)))
    }
    payInModel(model, id)
    world.seen.add('dividend paid')
  }
}

/** A split comes before the first trade of its date. */
export function splitShares(step: Step): void {
  const { world, rng, account, model } = step
  const listing = rng.pick([...world.shares, ...world.parts, ...world.parts])
  const { id: instrumentId } = listing.instrument
  const date = dateIn(step, listing)
  if (isTradedOn(step, instrumentId, date) || isSplitOn(step, instrumentId, date)) return
  const drawn = drawnFor(instrumentId, date)
  const [newShares, oldShares] = RATIOS[Number(drawn % BigInt(RATIOS.length))] ?? [2n, 1n]
  const priorClose = 4_000n + drawn
  const split: Split = { kind: 'split', instrumentId, exDate: date, newShares, oldShares }
  const isHeld = positionKind.of(account.state).has(instrumentId)
  for (let times = rng.percent(30) ? 2 : 1; times > 0; times -= 1) {
    const booked = bookSplit(step, split, priorClose, listing)
    if (!booked.ok) throw new Error(`a split was not booked: ${booked.refusal}`)
  }
  if (isHeld) account.splits.push({ ...split, priorClose: priorClose * listing.unit })
  const working = [...model.open.values()].filter((order) => order.instrumentId === instrumentId)
  for (const order of working) endInModel(model, order)
  const isFraction = splitInModel(model, { instrumentId, wallet: listing.wallet, newShares, oldShares, priorClose })
  if (isHeld && isInParts(instrumentId)) world.seen.add('parts of shares split')
  if (isFraction) world.seen.add('fraction of a split paid in cash')
  noticeSplit(step, instrumentId, isHeld, working.length)
}

function bookSplit({ world, account, accountId, now }: Step, split: Split, priorClose: bigint, listing: Listing): Result<unknown> {
  const { rules } = world.brokerage
  if (rules.isBooked(account, 'J97', actionId(split))) return ok(null)
  const { currency } = listing.instrument
  const booking = { split, priorClose: priorClose * listing.unit, venue: VENUE, wallet: listing.wallet, currency }
  return world.brokerage.decide(accountId, now, (state) => rules.bookSplit(state, booking, now))
}

function noticeSplit({ model, world }: Step, instrumentId: string, isHeld: boolean, ended: number): void {
  if (isHeld) world.seen.add(`shares split in ${instrumentId.slice(0, 2)}`)
  if (isHeld && ended > 0) world.seen.add('orders ended by a split')
  if (isHeld && model.holdings.get(instrumentId)?.shares === 0n) world.seen.add('position ended by a split')
}
