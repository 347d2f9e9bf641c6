import { type StaffPlacing, placings } from '@rueda/contract/admin/placing.ts'
import { codeOfPlacing } from '@rueda/contract/codes.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { next } from '@rueda/rules/machine.ts'
import { placingMachine } from '@rueda/rules/placing/placing.ts'
import { type StaffRegistered, staffRoutes } from '../../admin/handler.ts'
import type { FullApp } from '../../app.ts'
import type { Totals } from '../subscriptions/applications.ts'
import { staffPage, withdraw } from '../subscriptions/back-office.ts'
import { flagOf, priceText, sumsOf } from '../subscriptions/shown.ts'
import { statusAt } from './offering.ts'
import { codeOf, percentOf } from './present.ts'
import { type Placing, keptPlacings } from './store.ts'

/** Placings in the back office: to be looked at, and withdrawn by two persons before their allotment. No price and no result is entered. */
export const placingAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(placings, {
    list: ({ input }) => staffPage(app, keptPlacings, input, (placing, totals) => present(app, placing, totals)),
    withdraw: (request) => withdraw(app, request, { kept: keptPlacings, isWithdrawable, nameOf: ({ name }) => name }),
  })

const isWithdrawable = ({ status }: Placing): boolean => next(placingMachine, status, 'withdraw') !== null

function present({ venue, clock }: Pick<FullApp, 'clock' | 'venue'>, placing: Placing, totals: Totals): StaffPlacing {
  const { id, number, name, terms } = placing
  return {
    ...{ id, number, name, stockCode: codeOf(venue, placing.instrumentId), discountPct: percentOf(placing.discount) },
    referencePrice: terms === null ? null : priceText(terms.reference),
    price: terms === null ? null : priceText(terms.price),
    lotSize: terms === null ? null : formatScaled(terms.lotSize),
    quota: terms?.quota ?? null,
    status: codeOfPlacing[statusAt(placing, clock.now())],
    ...{ openTimestamp: placing.opensAt, closeTimestamp: placing.closesAt, unlockDate: placing.unlocksOn, listHash: placing.listHash },
    ...sumsOf(totals),
    allottedLots: terms === null ? 0 : Number(totals.allotted / terms.lotSize),
    withdrawable: flagOf(isWithdrawable(placing)),
  }
}
