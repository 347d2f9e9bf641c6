import { dealtNav } from '@rueda/rules/funds/nav.ts'
import { loanDateAt } from '@rueda/rules/loans/accrue.ts'
import type { Loan, Pledge } from '@rueda/rules/loans/loan.ts'
import { sellPledged } from '@rueda/rules/loans/sell-pledged.ts'
import { workOff } from '@rueda/rules/loans/work-off.ts'
import { foresee } from '@rueda/rules/ledger/account-state.ts'
import { compose } from '@rueda/rules/ledger/compose.ts'
import { atOnce } from '@rueda/rules/orders/at-once.ts'
import { ok } from '@rueda/rules/result.ts'
import type { App, Deciding } from '../../app.ts'
import { taken } from '../../in-sets.ts'
import { houseDate } from '../../venue/value-date.ts'
import { type CommandKind, commandKind } from '../../write-path/commands.ts'
import { dealDateAt } from '../funds/schedule.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { NOTHING_MISSING, oncePerMoment, orderTerms } from '../orders/terms.ts'
import { bookReport } from '../orders/venue-events.ts'
import { venueOrderOf } from '../orders/venue-order.ts'
import { type Refs, PLEDGE_MARKET, readsOf, refsOf } from './collateral.ts'

/**
 * Pays loans in default out of their collateral, one step of each at a time: cash, shares at the market while that is open, units of funds at
 * their next strike. What a sale brings is taken with its booking (`collectedSale`). May run twice.
 */
type Working = Pick<App, 'venue' | 'ids' | 'commands'>

export async function workOffLoan(app: Working, loan: Loan & Readonly<{ pledges: readonly Pledge[] }>): Promise<void> {
  const { accountId, id: loanId, pledges } = loan
  const refs = refsOf(pledges)
  const step = { accountId, idempotency: null } as const
  taken(await app.commands.run(workingOff, { ...step, arguments: { loanId, refs } }))
  if (!app.venue.session(PLEDGE_MARKET).matching) return
  for (const { id: pledgeId, kind, ref, quantity, saleId } of pledges) {
    if (kind !== 'stock' || quantity === 0n || saleId !== null) continue
    // One that is halted, or whose sale is refused now, waits; the next one may go.
    await app.commands.run(sellingPledge, { ...step, arguments: { loanId, pledgeId, instrumentId: ref, orderId: app.ids.next(), refs } })
  }
}

export const workingOff = commandKind({
  name: 'loans.workOff',
  reads: ({ refs }: Readonly<{ loanId: string; refs: Refs }>) => readsOf(refs),
  decide: (app: Pick<Deciding, 'venue' | 'navs'>, { loanId }, state, now) => {
    const dealDate = dealDateAt(app.venue, now)
    const outcome = workOff(
      state,
      {
        loanId,
        valueDate: houseDate(app.venue),
        units: ({ fundId }) => {
          const latest = app.navs.latest(fundId)
          return latest === null || dealDate === null ? null : { nav: dealtNav(latest), dealDate }
        },
      },
      now,
    )
    return ok({ outcome, data: true })
  },
})

type Selling = Readonly<{ loanId: string; pledgeId: string; instrumentId: string; orderId: string; refs: Refs }>
type Tools = Pick<Deciding, 'venue' | 'fees' | 'ids'>

const termsOf = oncePerMoment<Selling, ReturnType<typeof orderTerms>>()

/** An order at the market whose proceeds go to the loan in the commit that they come with. */
export const sellingPledge: CommandKind<Selling, boolean, Tools> = commandKind({
  name: 'loans.sell',
  places: true,
  reads: ({ refs }: Selling) => readsOf(refs),
  decide: (app: Tools, selling, state, now) => {
    const { loanId, pledgeId, instrumentId, orderId } = selling
    const terms = termsOf(selling, now, () =>
      orderTerms(app, { instrumentId, quantity: 0n, accountId: state.accountId }, NOTHING_MISSING, now),
    )
    const order = { id: orderId, number: referenceNumber('S', loanDateAt(now), orderId) }
    const sold = sellPledged(state, { pledgeId, order, terms }, now)
    if (!sold.ok) return sold
    const { outcome } = sold.value
    return ok({
      outcome,
      data: true,
      placement: {
        orders: [venueOrderOf(sold.value.order)],
        complete: (reports, accepted) => {
          const booked = atOnce({ before: state, outcome, accepted }, reports, (before, report) => bookReport(app, before, report, now))
          if (!booked.ok) return null
          const next = workOff(foresee(state, booked.value), { loanId, valueDate: houseDate(app.venue), units: null }, now)
          return { outcome: compose(booked.value, next), data: true }
        },
      },
    })
  },
})
