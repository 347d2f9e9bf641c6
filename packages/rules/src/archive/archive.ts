import { machine } from '../machine.ts'
import { type UtcMonth, monthAfter, monthOf } from '../months.ts'
import type { Instant } from '../time.ts'

/**
 * A month of the ledger on its way out of the tables: it is written to files, and a writing that was cut off begins anew; only what was read back and
 * compared counts as written, and only from there its rows leave, all in one transaction. Last their room is given back to the disk.
 */
export const archiveMachine = machine({
  attached: { write: 'writing' },
  writing: { write: 'writing', finish: 'written' },
  written: { write: 'writing', leave: 'left' },
  left: { shrink: 'shrunk' },
  shrunk: {},
})

/** Orders last ninety days, volumes go back a month and reports a year: less is never enough. */
export const MIN_KEPT_MONTHS = 14

/** True for a month that is over and older than as many as are kept beside the running one. */
export const mayLeave = (month: UtcMonth, keptMonths: number, now: Instant): boolean => monthAfter(month, keptMonths) < monthOf(now)

/** What an account has done in one instrument up to the end of a month. */
export type TradedHolding = Readonly<{
  /** It is held over the end of the month: its lots come from what was traded before. */
  isHeld: boolean
  /** One of its orders was open over the end of the month, or has rows behind it. */
  isUnderWay: boolean
  /** Something of it has not settled. */
  isUnsettled: boolean
  /** Shares of it were delivered by an offering, or counted anew by a split: holdings of it begin without an execution, or change without one. */
  cameOtherwise: boolean
  /** One of its orders is a block, on margin, or of a plan, a robot or collateral, whose own records are checked against its executions. */
  isOfAProduct: boolean
}>

/**
 * The rule of what leaves with a month: every row of the orders of a holding that was flat at its end, and of those alone. Everything else, whatever
 * its age, stays in the tables, because what runs by itself may ask for it: payments of every kind, what is open, and what lots are made of.
 */
export const leaves = (holding: TradedHolding): boolean =>
  !(holding.isHeld || holding.isUnderWay || holding.isUnsettled || holding.cameOtherwise || holding.isOfAProduct)
