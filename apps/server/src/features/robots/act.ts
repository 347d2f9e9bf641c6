import { compose } from '@rueda/rules/ledger/compose.ts'
import { type AccountState, type Outcome, foresee } from '@rueda/rules/ledger/account-state.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { type Prices, expireRental, finishRental, handOver, keepValue, watchRental } from '@rueda/rules/robots/keep.ts'
import { rentalKind, robotSlotKind } from '@rueda/rules/robots/records.ts'
import { robots } from '@rueda/rules/robots/catalogue.ts'
import { ROBOT_WALLET } from '@rueda/rules/robots/rent.ts'
import { type RobotSlot, isSelling } from '@rueda/rules/robots/rental.ts'
import { acceptRobotOrder, robotStepOf, tradeTowards } from '@rueda/rules/robots/trade.ts'
import type { RefusalName } from '@rueda/rules/refusals.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Deciding } from '../../app.ts'
import { houseDate } from '../../venue/value-date.ts'
import type { Decision } from '../../write-path/command.ts'
import { commandKind } from '../../write-path/commands.ts'
import { executedAtOnce } from '../orders/execute-at-once.ts'
import { fractionsOff } from '../orders/place.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { NOTHING_MISSING, orderTerms } from '../orders/terms.ts'
import { openPositionsIn } from '../positions/records.ts'
import { STOCK_WALLET } from './change.ts'
import { rentalsById, robotSlotsOfRentals } from './records.ts'

/** What robots do by themselves, each decided under the version of its account: a job that runs twice or late changes nothing twice. */
type Tools = Pick<Deciding, 'venue' | 'fees' | 'ids' | 'switches'>
type OfSlot = Readonly<{ rentalId: string; slotId: string; instrumentId: string; orderId: string }>
const NOTHING: Outcome = { entries: [] }

/** Refusals that a later moment of the same day may not give: the day stays open for its close. */
const passing: ReadonlySet<RefusalName> = new Set([
  'market.closed',
  'instrument.halted',
  'instrument.close_only',
  'quote.stale',
  'account.frozen',
  'order.risk_limit',
  'feature.disabled',
])

const readsOf = ({ rentalId, instrumentId }: OfSlot) => ({
  wallets: [STOCK_WALLET],
  records: [rentalsById([rentalId]), robotSlotsOfRentals([rentalId]), openPositionsIn([instrumentId])],
})

type Acting = OfSlot & Readonly<{ decidedOn: CalendarDate; target: bigint; ruleHash: string }>

/** Acts on the newest close, once: the order and the mark that the day was acted on are one commit. */
export const actingRobot = commandKind({
  name: 'robots.act',
  places: true,
  reads: (acting: Acting) => readsOf(acting),
  decide: (app: Tools, { slotId, rentalId, instrumentId, orderId, decidedOn, target, ruleHash }, state, now): Result<Decision<boolean>> => {
    const [rental, slot] = [rentalKind.of(state).get(rentalId), robotSlotKind.of(state).get(slotId)]
    const isNew = slot !== undefined && slot.orderId === null && (slot.actedOn === null || slot.actedOn < decidedOn)
    const runs = rental !== undefined && rental.status === 'running' && now < rental.endsAt
    // No rule but the one that was rented ever trades for a rental.
    if (!runs || !isNew || rental.ruleHash !== ruleHash || robots[rental.robotId].hash !== ruleHash)
      return ok({ outcome: NOTHING, data: false })
    const instrument = app.venue.instruments.get(instrumentId)
    const trade = instrument === undefined ? null : tradeTowards(slot, target, robotStepOf(instrument))
    const acted = { target, actedOn: decidedOn, changedAt: now }
    if (trade === null) return ok({ outcome: markedAs(slot, acted), data: false })
    const placed = place(app, state, { slot, orderId, trade, acted, now })
    if (placed.ok || passing.has(placed.refusal)) return placed
    // Too little to trade: the day is over for it all the same.
    return ok({ outcome: markedAs(slot, acted), data: false })
  },
})

const markedAs = (slot: RobotSlot, acted: Partial<RobotSlot>): Outcome => ({
  entries: [],
  records: robotSlotKind.changed({ ...slot, ...acted }),
})

type Placing = Readonly<{
  slot: RobotSlot
  orderId: string
  trade: NonNullable<ReturnType<typeof tradeTowards>>
  acted: Partial<RobotSlot>
  now: Instant
}>

function place(app: Tools, state: AccountState, { slot, orderId, trade, acted, now }: Placing): Result<Decision<boolean>> {
  const terms = orderTerms(
    app,
    { instrumentId: slot.instrumentId, quantity: trade.side === 'sell' ? trade.quantity : 1n, accountId: state.accountId },
    NOTHING_MISSING,
    now,
  )
  const number = referenceNumber('S', terms.tradeDate, orderId)
  const accepted = acceptRobotOrder(state, { id: orderId, number, slotId: slot.id, trade }, terms, now)
  if (!accepted.ok) return accepted
  // A pause of purchases in parts of shares is one for robots too.
  const off = fractionsOff(app, accepted.value.order, terms.instrument)
  if (off !== null) return off
  const after = robotSlotKind.in(accepted.value.outcome).findLast(({ id }) => id === slot.id) ?? slot
  const outcome = compose(accepted.value.outcome, markedAs(after, acted))
  return ok(executedAtOnce(app, { state, outcome, data: true, now }))
}

/** Sells everything that a part holds, of a rental that ends or that a limit has paused. What cannot be sold for being too little is handed over. */
export const sellingOut = commandKind({
  name: 'robots.sell',
  places: true,
  reads: (selling: OfSlot) => readsOf(selling),
  decide: (app: Tools, { slotId, rentalId, orderId }, state, now): Result<Decision<boolean>> => {
    const [rental, slot] = [rentalKind.of(state).get(rentalId), robotSlotKind.of(state).get(slotId)]
    if (rental === undefined || slot === undefined || !isSelling(rental) || slot.quantity === 0n || slot.orderId !== null)
      return ok({ outcome: NOTHING, data: false })
    const trade = { side: 'sell', quantity: slot.quantity } as const
    const placed = place(app, state, { slot, orderId, trade, acted: { target: 0n }, now })
    const isTooLittle = !placed.ok && (placed.refusal === 'quantity.below_minimum' || placed.refusal === 'instrument.unknown')
    if (placed.ok || !isTooLittle) return placed
    return ok({ outcome: handOver(state, [slot], houseDate(app.venue), now), data: true })
  },
})

type Keeping = Readonly<{ rentalId: string; date: CalendarDate; prices: Prices }>

const readsOfRental = ({ rentalId }: Keeping) => ({ wallets: [], records: [rentalsById([rentalId]), robotSlotsOfRentals([rentalId])] })

export const keepingValue = commandKind({
  name: 'robots.keepValue',
  reads: readsOfRental,
  decide: (_, keeping: Keeping, state, now) => ok({ outcome: keepValue(state, keeping, now), data: true }),
})

export const watchingRental = commandKind({
  name: 'robots.watch',
  reads: readsOfRental,
  decide: (_, keeping: Keeping, state, now) => ok({ outcome: watchRental(state, keeping, now), data: true }),
})

type Ending = Readonly<{ rentalId: string; instrumentIds: readonly string[] }>

/** A rental whose time is over ends, and one that has nothing left to sell gives its money back. */
export const endingRental = commandKind({
  name: 'robots.end',
  reads: ({ rentalId, instrumentIds }: Ending) => ({
    wallets: [ROBOT_WALLET, STOCK_WALLET],
    records: [rentalsById([rentalId]), robotSlotsOfRentals([rentalId]), openPositionsIn(instrumentIds)],
  }),
  decide: (app: Pick<Deciding, 'venue'>, { rentalId }, state, now) => {
    const ending = { rentalId, valueDate: houseDate(app.venue) }
    const expired = expireRental(state, ending, now)
    return ok({ outcome: compose(expired, finishRental(foresee(state, expired), ending, now)), data: true })
  },
})

/** The market in which robots trade now: its regular session, and orders match. */
export const isTrading = ({ venue }: Pick<Tools, 'venue'>): boolean => {
  const session = venue.session(HOUSE_MARKET)
  return session.matching && session.phase !== 'PRE' && session.phase !== 'POST'
}
