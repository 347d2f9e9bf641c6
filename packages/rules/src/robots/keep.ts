import { robotAccount, securityAccount, walletAccount } from '../ledger/accounts.ts'
import { type AccountState, type Outcome, foresee, walletOf } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import { type EntryDraft, transfer } from '../ledger/entry.ts'
import { eventKind } from '../ledger/record.ts'
import { next } from '../machine.ts'
import { moneyFact } from '../messages/message.ts'
import { messageKind } from '../messages/records.ts'
import { notional } from '../money.ts'
import { tradedTermsOf } from '../instruments/terms.ts'
import { positionKind } from '../positions/records.ts'
import { greatest } from '../decimal.ts'
import { HOUSE_MARKET } from '../markets/markets.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { walletCurrencies } from '../wallets/wallet.ts'
import { WHOLE, robots } from './catalogue.ts'
import { rentalKind, robotSlotKind, slotsOf } from './records.ts'
import { type PauseReason, type Rental, type RobotSlot, rentalMachine } from './rental.ts'
import { ROBOT_WALLET } from './rent.ts'

/** What becomes of a rental (`docs/rules/robots.md` E.8): its value day by day, its limits, pauses, and its end. */
const CURRENCY = walletCurrencies[ROBOT_WALLET]
const RETURN_STEP = 2
const HAND_OVER_STEP = 0
const NOTHING: Outcome = { entries: [] }

/** The value of a rental at the end of a day, for its live record. */
export type RentalValue = Readonly<{ accountId: string; rentalId: string; date: CalendarDate; value: bigint }>
export const rentalValueKind = eventKind<RentalValue>('rental value')

/** Prices by instrument, in units of 10^-8. */
export type Prices = Readonly<Record<string, bigint>>

/** Money and shares of a rental at these prices, in cents; null while an order works, or where a price is missing. */
export function valueOfRental(slots: readonly RobotSlot[], prices: Prices): bigint | null {
  let value = 0n
  for (const { cash, quantity, orderId, instrumentId } of slots) {
    const price = prices[instrumentId]
    if (orderId !== null || (quantity > 0n && price === undefined)) return null
    value += cash + notional(price ?? 0n, quantity, CURRENCY, 'DOWN')
  }
  return value
}

type Valued = Readonly<{ rentalId: string; date: CalendarDate; prices: Prices }>

/** Keeps the value of the end of a day, once: the next day's loss is counted from it, and the fall from the highest of them. */
export function keepValue(state: AccountState, { rentalId, date, prices }: Valued, now: Instant): Outcome {
  const rental = rentalKind.of(state).get(rentalId)
  if (rental === undefined || (rental.valuedOn !== null && rental.valuedOn >= date)) return NOTHING
  const value = valueOfRental(slotsOf(state, rental), prices)
  if (value === null) return NOTHING
  return {
    entries: [],
    records: rentalKind.changed({ ...rental, value, valuedOn: date, peak: greatest(rental.peak, value), changedAt: now }),
    events: rentalValueKind.happened({ accountId: rental.accountId, rentalId, date, value }),
  }
}

/** The limit that a value has reached; the fall from the highest value counts before the loss of the day. */
export function reachedLimit({ value: before, peak, maxDailyLoss, maxDrawdown }: Rental, value: bigint): PauseReason | null {
  if ((peak - value) * WHOLE >= peak * maxDrawdown) return 'drawdown'
  return (before - value) * WHOLE >= before * maxDailyLoss ? 'dailyLoss' : null
}

/** Pauses a rental whose limit is reached, or whose rule is not the one it was rented with. */
export function watchRental(state: AccountState, { rentalId, date, prices }: Valued, now: Instant): Outcome {
  const rental = rentalKind.of(state).get(rentalId)
  if (rental === undefined || (rental.status !== 'running' && rental.status !== 'paused')) return NOTHING
  const value = valueOfRental(slotsOf(state, rental), prices)
  const isOther = rental.ruleHash !== robots[rental.robotId].hash
  const reason = isOther ? 'rule' : value === null ? null : reachedLimit(rental, value)
  // A fall that goes on through a pause ends the way back; anything else is told once.
  const isWorse = rental.status === 'paused' && reason === 'drawdown' && rental.pauseReason === 'dailyLoss'
  if (reason === null || (rental.status === 'paused' && !isWorse)) return NOTHING
  const facts = { robot: rental.robotId, value: moneyFact(value ?? rental.value, CURRENCY) }
  return {
    entries: [],
    records: rentalKind.changed({ ...rental, status: 'paused', pauseReason: reason, pausedOn: date, changedAt: now }),
    events: messageKind.happened({ template: `robot.${reason}`, facts, link: null }),
  }
}

type Changed = Readonly<{ rental: Rental; outcome: Outcome }>

/** Its customer lets it go on, on a later trading day than that of its pause, and never after a fall beyond its limit (O.12). */
export function resumeRental(
  state: AccountState,
  { rentalId, today }: Readonly<{ rentalId: string; today: CalendarDate }>,
  now: Instant,
): Result<Changed> {
  const rental = rentalKind.of(state).get(rentalId)
  if (rental === undefined) return refuse('object.not_found', { field: 'id' })
  if (state.frozen) return refuse('account.frozen')
  const status = next(rentalMachine, rental.status, 'resume')
  if (status === null) return refuse('robot.not_running')
  if (rental.pauseReason !== 'dailyLoss') return refuse('robot.stopped_for_good')
  if (rental.pausedOn !== null && today <= rental.pausedOn) return refuse('robot.resumes_later', { date: rental.pausedOn })
  const resumed: Rental = { ...rental, status, pauseReason: null, pausedOn: null, changedAt: now }
  return ok({ rental: resumed, outcome: { entries: [], records: rentalKind.changed(resumed) } })
}

type Ending = Readonly<{ rentalId: string; handsOver: boolean; valueDate: CalendarDate }>

/** Its customer ends it: its shares are sold or become the customer's own, and then its money goes back. */
export function stopRental(state: AccountState, ending: Ending, now: Instant): Result<Changed> {
  const rental = rentalKind.of(state).get(ending.rentalId)
  if (rental === undefined) return refuse('object.not_found', { field: 'id' })
  const status = next(rentalMachine, rental.status, 'stop')
  if (status === null) return refuse('robot.not_running')
  return ok(ended(state, { ...rental, status, handsOver: ending.handsOver, changedAt: now }, ending.valueDate, now))
}

/** Its thirty days are over; nothing is renewed. */
export function expireRental(state: AccountState, { rentalId, valueDate }: Omit<Ending, 'handsOver'>, now: Instant): Outcome {
  const rental = rentalKind.of(state).get(rentalId)
  const status = rental === undefined ? null : next(rentalMachine, rental.status, 'expire')
  if (rental === undefined || status === null || now < rental.endsAt) return NOTHING
  return ended(state, { ...rental, status, changedAt: now }, valueDate, now).outcome
}

/** What has to be done before its money goes back is done at once where it can be. */
function ended(state: AccountState, rental: Rental, valueDate: CalendarDate, now: Instant): Changed {
  const ending: Outcome = { entries: [], records: rentalKind.changed(rental) }
  const given = rental.handsOver ? compose(ending, handOver(state, slotsOf(state, rental), valueDate, now)) : ending
  const finished = finishRental(foresee(state, given), { rentalId: rental.id, valueDate }, now)
  return { rental: rentalKind.in(finished)[0] ?? rental, outcome: compose(given, finished) }
}

/** J54: shares of these parts become free shares of the customer's own position. */
export function handOver(state: AccountState, slots: readonly RobotSlot[], valueDate: CalendarDate, now: Instant): Outcome {
  let outcome: Outcome = NOTHING
  for (const slot of slots) {
    const { instrumentId, quantity: amount } = slot
    const position = positionKind.of(state).get(instrumentId)
    if (amount === 0n) continue
    if (position === undefined) throw new Error(`a robot's shares without a position in ${instrumentId}`)
    const lines = transfer({
      from: securityAccount('SECLOCK', instrumentId),
      to: securityAccount('SEC', instrumentId),
      asset: instrumentId,
      amount,
    })
    const freed = { ...position, free: position.free + amount, locked: position.locked - amount, changedAt: now }
    outcome = compose(outcome, {
      entries: [{ journal: 'J54', cause: { kind: 'robot', id: slot.id, step: HAND_OVER_STEP }, lines, valueDate }],
      records: [...positionKind.changed(freed), ...robotSlotKind.changed({ ...slot, quantity: 0n, target: 0n, changedAt: now })],
    })
  }
  return outcome
}

/** The money of a rental goes back once it has no shares and no orders, and its sales have settled; nothing where it has not come to that. */
export function finishRental(state: AccountState, { rentalId, valueDate }: Omit<Ending, 'handsOver'>, now: Instant): Outcome {
  const rental = rentalKind.of(state).get(rentalId)
  const status = rental === undefined ? null : next(rentalMachine, rental.status, 'end')
  if (rental === undefined || status === null) return NOTHING
  const slots = slotsOf(state, rental)
  const { settledThrough } = walletOf(state, tradedTermsOf(HOUSE_MARKET).wallet)
  const isSettled = ({ settlesOn }: RobotSlot): boolean => settlesOn === null || (settledThrough !== null && settlesOn <= settledThrough)
  if (!slots.every((slot) => slot.quantity === 0n && slot.orderId === null && isSettled(slot))) return NOTHING
  const returned = slots.reduce((sum, { cash }) => sum + cash, 0n)
  const finished: Rental = { ...rental, status, returned, changedAt: now, endedAt: now }
  const facts = { robot: rental.robotId, amount: moneyFact(returned, CURRENCY) }
  return {
    entries: returned === 0n ? [] : [returnEntry(rental, slots, returned, valueDate)],
    records: [...rentalKind.changed(finished), ...robotSlotKind.changed(...slots.map((slot) => ({ ...slot, cash: 0n, changedAt: now })))],
    events: messageKind.happened({ template: 'robot.ended', facts, link: null }),
  }
}

const returnEntry = (rental: Rental, slots: readonly RobotSlot[], returned: bigint, valueDate: CalendarDate): EntryDraft => ({
  journal: 'J86',
  cause: { kind: 'robot', id: rental.id, step: RETURN_STEP },
  lines: [
    ...slots.flatMap(({ id, cash }) => (cash === 0n ? [] : [{ account: robotAccount(id), asset: CURRENCY, amount: -cash }])),
    { account: walletAccount(ROBOT_WALLET, 'CASH'), asset: CURRENCY, amount: returned },
  ],
  valueDate,
})
