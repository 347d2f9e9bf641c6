import type { overviewFigures } from '@rueda/contract/wallets.ts'
import { type Derivation, amountOf, minus, plus, sumOf, withoutNothing } from '@rueda/rules/figures/derivation.ts'
import { deriveDay } from '@rueda/rules/positions/derive-holding.ts'
import { deriveReturn } from '@rueda/rules/wallets/derive-returns.ts'
import { balanceOf } from '@rueda/rules/wallets/wallet.ts'
import { deriveHeld, linesInDollars } from '../positions/explain-held.ts'
import { daysOfInstruments } from '../positions/valuation.ts'
import { partsIn } from './dollar-value.ts'
import type { OverviewFigures } from './overview-figures.ts'

type OverviewFigure = (typeof overviewFigures)[number]

/** A figure of home with what it is made of, in dollars; null for a return where nothing was invested. */
export function explainOverview(figures: OverviewFigures, figure: OverviewFigure): Derivation | null {
  switch (figure) {
    case 'total':
      return deriveTotal(figures)
    case 'today':
      return deriveToday(figures)
    default:
      return deriveReturn(figure, figures.course.start, figures.course.periods)
  }
}

function deriveTotal(figures: OverviewFigures): Derivation {
  const { app, past, inFunds, followed, inRobots, owed } = figures
  const balances = past.wallets.map((wallet) => ({ minor: balanceOf(wallet), currency: wallet.currency }))
  const worth = partsIn('USD', app.venue, balances)
  const wallets = past.wallets.map((wallet, at) => {
    const own = amountOf(wallet.currency, balanceOf(wallet), { name: 'balance' })
    const about = { kind: 'wallet', id: wallet.type } as const
    return plus(amountOf('USD', worth[at] ?? 0n, { name: 'wallet', about, parts: linesInDollars(app.venue, own) }))
  })
  const positions = past.holdings.map((holding) => plus(deriveHeld(app.venue, holding)))
  const funds = past.funds.map(({ asset, value, currency }) =>
    plus(amountOf(currency, value, { name: 'fund', about: { kind: 'fund', id: asset } })),
  )
  const parts = [
    ...wallets,
    plus(sumOf('USD', withoutNothing(positions), { name: 'positions' })),
    plus(amountOf('USD', past.paidAhead, { name: 'allotted' })),
    plus(amountOf('USD', inFunds, { name: 'funds', parts: funds })),
    plus(amountOf('USD', followed, { name: 'follow' })),
    plus(amountOf('USD', inRobots, { name: 'robots' })),
    minus(amountOf('USD', owed, { name: 'debt' })),
  ]
  return sumOf('USD', withoutNothing(parts), { name: 'total' })
}

function deriveToday(figures: OverviewFigures): Derivation {
  const { app, past, todays } = figures
  const shares = daysOfInstruments(app.venue, past.trading).map(({ instrumentId, day, cents }) => {
    const own = deriveDay({ ...day, instrumentId })
    const about = { kind: 'instrument', id: instrumentId } as const
    return plus(amountOf('USD', cents, { name: 'holding', about, parts: linesInDollars(app.venue, own) }))
  })
  const margins = [...past.marginToday.values()].map(({ instrumentId, result }) =>
    plus(amountOf('USD', result, { name: 'today', about: { kind: 'instrument', id: instrumentId } })),
  )
  const parts = [
    plus(sumOf('USD', withoutNothing(shares), { name: 'positions' })),
    plus(sumOf('USD', withoutNothing(margins), { name: 'margin' })),
    plus(amountOf('USD', todays.currencies, { name: 'currencies' })),
    plus(amountOf('USD', todays.funds, { name: 'funds' })),
    plus(amountOf('USD', todays.followed, { name: 'follow' })),
    plus(amountOf('USD', todays.brought, { name: 'in' })),
    minus(amountOf('USD', -todays.interest, { name: 'interest' })),
  ]
  return sumOf('USD', withoutNothing(parts), { name: 'today' })
}
