import type { Outcome } from '../../src/ledger/account-state.ts'
import { holdingHistory } from '../../src/positions/history.ts'
import { noLots } from '../../src/positions/lots.ts'
import { quantityOf } from '../../src/positions/position.ts'
import { type Result, ok } from '../../src/result.ts'
import { realRules } from '../brokerage/rules.ts'
import type { Planted } from './changes.ts'
import { positionKind } from '../../src/positions/records.ts'
import { orderKind } from '../../src/orders/records.ts'
import { holding } from './replaced.ts'

/** Bugs of dividends and splits. */
export const plantedInCorporate: Planted = {
  'a dividend is paid on shares bought on the ex-date': {
    ...realRules,
    heldAtClose: ({ state }, instrumentId) => {
      const position = positionKind.of(state).get(instrumentId)
      return position === undefined ? 0n : quantityOf(position)
    },
  },
  'a dividend is paid twice after a restart': {
    ...realRules,
    isBooked: (account, journal, id) => journal === 'J97' && realRules.isBooked(account, journal, id),
  },
  'a dividend is paid without the tax that is withheld': {
    ...realRules,
    payDividend: (entitlement, venue, wallet) => realRules.payDividend({ ...entitlement, tax: 0n }, venue, wallet),
  },
  'a split is booked twice': {
    ...realRules,
    isBooked: (account, journal, id) => journal === 'J96' && realRules.isBooked(account, journal, id),
  },
  'a split pays no cash for its fractions': {
    ...realRules,
    bookSplit: (...given) => withoutCash(realRules.bookSplit(...given)),
  },
  'a sale uses up the oldest lots, whatever its order says': {
    ...realRules,
    holdingHistory: (past) => realRules.holdingHistory({ ...past, fills: past.fills.map((fill) => ({ ...fill, lots: null })) }),
  },
  'a split does not count the lots anew': {
    ...realRules,
    holdingHistory: (past) => {
      const { holdings, effects } = holdingHistory(past)
      const asBought = holdingHistory({ ...past, splits: [] }).holdings
      return { holdings: holdings.map((holding, at) => ({ ...holding, lots: asBought[at]?.lots ?? noLots })), effects }
    },
  },
  'a split leaves the orders at work': {
    ...realRules,
    bookSplit: (state, booking, now) => {
      const position = positionKind.of(state).get(booking.split.instrumentId)
      const held = position?.held ?? 0n
      return held === 0n
        ? realRules.bookSplit(holding(state, orderKind, new Map()), booking, now)
        : realRules.bookSplit(state, booking, now)
    },
  },
}

function withoutCash(decided: Result<Outcome>): Result<Outcome> {
  if (!decided.ok) return decided
  const entries = decided.value.entries.flatMap((entry) => {
    if (entry.journal !== 'J97') return [entry]
    const lines = entry.lines.filter(({ asset }) => asset.includes(':'))
    return lines.length === 0 ? [] : [{ ...entry, lines }]
  })
  return ok({ ...decided.value, entries })
}
