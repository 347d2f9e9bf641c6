import type { RentalRow } from '@rueda/contract/robots.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import { type AccountState, foresee } from '@rueda/rules/ledger/account-state.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { resumeRental, stopRental } from '@rueda/rules/robots/keep.ts'
import { type RentRequest, ROBOT_WALLET, areRobotsOffered, rentRobot } from '@rueda/rules/robots/rent.ts'
import { slotsOf } from '@rueda/rules/robots/records.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App, Deciding } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { MONEY_MODE } from '../../money-mode.ts'
import { houseDate } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { type Missing, missingOf } from '../orders/terms.ts'
import { openPositionsIn } from '../positions/records.ts'
import { type AskedSource, walletsAsked, withBrought } from '../transfers/bring.ts'
import { suitabilityAttemptsOf } from '../suitability/records.ts'
import { isTradable, lastClosedDay } from './bars.ts'
import { presentRental } from './present.ts'
import { openRentalsOf, rentalsById, robotSlotsOfRentals } from './records.ts'
import { ownRental } from './store.ts'

/** What a customer does with robots: rent, let go on, stop. */
type Requested = Readonly<{ caller: Caller; idempotency: Idempotency }>
type Asked = Omit<RentRequest, 'id' | 'slotIds' | 'number'> & Readonly<{ hash: string; sources: readonly AskedSource[] }>

/** Paid from here, and given back to it. */
export const STOCK_WALLET = tradedTermsOf(HOUSE_MARKET).wallet

export async function rent(app: App, { caller, idempotency, ...asked }: Requested & Asked): Promise<Result<RentalRow>> {
  if (!areRobotsOffered(MONEY_MODE)) return refuse('feature.disabled', { feature: 'robots' })
  const lastClosed = await lastClosedDay(app)
  const id = app.ids.next()
  const slotIds = asked.instrumentIds.map(() => app.ids.next())
  const given = { ...asked, id, slotIds, lastClosed, missing: missingOf(app, caller) }
  return app.commands.run(rentingRobot, { accountId: caller.accountId, idempotency, arguments: given })
}

type Renting = Asked & Readonly<{ id: string; slotIds: readonly string[]; lastClosed: CalendarDate | null; missing: Missing }>

export const rentingRobot = commandKind({
  name: 'robots.rent',
  reads: ({ sources }: Renting) => ({ wallets: walletsAsked(ROBOT_WALLET, sources), records: [openRentalsOf, suitabilityAttemptsOf] }),
  decide: (
    app: Pick<Deciding, 'venue' | 'switches' | 'offerings' | 'settings'>,
    { hash, lastClosed, missing, sources, ...asked },
    state,
    now,
  ) => {
    const off = app.switches.refusal('robots') ?? app.offerings.refusal('robot', asked.robotId)
    if (off !== null) return off
    const today = app.venue.session(HOUSE_MARKET).tradeDate
    const terms = {
      ...{ rent: app.settings.ROBOT_RENT.minor, hash, identityMissing: missing.identityMissing, today, lastClosed },
      tradable: asked.instrumentIds.filter((id) => isTradable(app.venue.instruments.get(id))),
      valueDate: houseDate(app.venue),
    }
    const request = { ...asked, number: referenceNumber('R', today, asked.id) }
    const decide = (at: AccountState) => rentRobot(at, request, terms, now)
    const rented = withBrought(app, { wallet: ROBOT_WALLET, sources }, { state, now, decide })
    if (!rented.ok) return rented
    const { rental, outcome } = rented.value
    return ok({ outcome, data: presentRental(app, { rental, slots: slotsOf(foresee(state, outcome), rental) }) })
  },
})

export const resume = (app: App, { caller, idempotency, id }: Requested & Readonly<{ id: string }>): Promise<Result<RentalRow>> =>
  areRobotsOffered(MONEY_MODE)
    ? app.commands.run(resumingRobot, { accountId: caller.accountId, idempotency, arguments: { rentalId: id } })
    : Promise.resolve(refuse('feature.disabled', { feature: 'robots' }))

export const resumingRobot = commandKind({
  name: 'robots.resume',
  reads: ({ rentalId }: Readonly<{ rentalId: string }>) => ({
    wallets: [],
    records: [rentalsById([rentalId]), robotSlotsOfRentals([rentalId])],
  }),
  decide: (app: Pick<Deciding, 'venue'>, { rentalId }, state, now) => {
    const resumed = resumeRental(state, { rentalId, today: app.venue.session(HOUSE_MARKET).tradeDate }, now)
    if (!resumed.ok) return resumed
    const { rental, outcome } = resumed.value
    return ok({ outcome, data: presentRental(app, { rental, slots: slotsOf(foresee(state, outcome), rental) }) })
  },
})

type Stopping = Readonly<{ rentalId: string; instrumentIds: readonly string[]; handsOver: boolean }>

/** Nothing of an account's state stands in the way of ending a rental. */
export async function stop(
  app: App,
  { caller, idempotency, id, handsOver }: Requested & Readonly<{ id: string; handsOver: boolean }>,
): Promise<Result<RentalRow>> {
  const own = await ownRental(app.pool, caller.accountId, id)
  if (own === null) return refuse('object.not_found', { field: 'id' })
  const given = { rentalId: id, instrumentIds: own.rental.instrumentIds, handsOver }
  return app.commands.run(stoppingRobot, { accountId: caller.accountId, idempotency, arguments: given })
}

export const stoppingRobot = commandKind({
  name: 'robots.stop',
  reads: ({ rentalId, instrumentIds }: Stopping) => ({
    wallets: [ROBOT_WALLET, STOCK_WALLET],
    records: [rentalsById([rentalId]), robotSlotsOfRentals([rentalId]), openPositionsIn(instrumentIds)],
  }),
  decide: (app: Pick<Deciding, 'venue'>, { rentalId, handsOver }, state, now) => {
    const stopped = stopRental(state, { rentalId, handsOver, valueDate: houseDate(app.venue) }, now)
    if (!stopped.ok) return stopped
    const { rental, outcome } = stopped.value
    return ok({ outcome, data: presentRental(app, { rental, slots: slotsOf(foresee(state, outcome), rental) }) })
  },
})
