import { subscriptions, type StaffIpo } from '@rueda/contract/admin/subscriptions.ts'
import { codeOfIpo } from '@rueda/contract/codes.ts'
import { newCompany } from '@rueda/exchange/catalogue/new-companies.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { next } from '@rueda/rules/machine.ts'
import { ipoMachine } from '@rueda/rules/subscriptions/offering.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { type StaffRegistered, staffRoutes } from '../../admin/handler.ts'
import type { Totals } from './applications.ts'
import { staffPage, withdraw } from './back-office.ts'
import { statusAt } from './offering.ts'
import { flagOf, priceText, sumsOf } from './shown.ts'
import { type Ipo, keptIpos } from './store.ts'

/** New shares in the back office: to be looked at, and withdrawn by two persons while nobody can trade them. Nothing of a draw is entered. */
export const subscriptionAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(subscriptions, {
    list: ({ input }) => staffPage(app, keptIpos, input, (ipo, totals) => present(ipo, totals, app.clock.now())),
    withdraw: (request) => withdraw(app, request, { kept: keptIpos, isWithdrawable, nameOf: ({ number }) => newCompany(number).name }),
  })

const isWithdrawable = ({ status }: Ipo): boolean => next(ipoMachine, status, 'withdraw') !== null

function present(ipo: Ipo, totals: Totals, now: Instant): StaffIpo {
  const { name, code } = newCompany(ipo.number)
  return {
    ...{ id: ipo.id, number: ipo.number, name, stockCode: code, quota: ipo.quota },
    price: priceText(ipo.price),
    lotSize: formatScaled(ipo.lotSize),
    status: codeOfIpo[statusAt(ipo, now)],
    ...{ openTimestamp: ipo.opensAt, closeTimestamp: ipo.closesAt, drawTimestamp: ipo.drawsAt, listDate: ipo.listsOn },
    ...{ commitHash: ipo.commitment, listHash: ipo.listHash },
    ...sumsOf(totals),
    allottedLots: Number(totals.allotted / ipo.lotSize),
    withdrawable: flagOf(isWithdrawable(ipo)),
  }
}
