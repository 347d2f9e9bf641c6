import { addDays } from '../calendar-date.ts'
import { SCALE, divide } from '../decimal.ts'
import type { CalendarDate } from '../time.ts'

/**
 * An action of a company that concerns its shareholders (`docs/rules/corporate-actions.md` D.9). From the ex-date on a share trades without
 * the dividend, or in its new number.
 */
export type Dividend = Readonly<{
  kind: 'dividend'
  instrumentId: string
  exDate: CalendarDate
  payDate: CalendarDate
  /** Per share, in units of 10^-8. */
  amount: bigint
}>

export type Split = Readonly<{
  kind: 'split'
  instrumentId: string
  exDate: CalendarDate
  /** The ratio of new shares to old ones: 7 for 1, or 1 for 10 where shares are put together. */
  newShares: bigint
  oldShares: bigint
}>

/**
 * From this date on the instrument is shown under another code (`docs/rules/corporate-actions.md` P.10). Nothing is booked: whatever
 * anybody has of it hangs on its id, which stays.
 */
export type Rename = Readonly<{
  kind: 'rename'
  instrumentId: string
  exDate: CalendarDate
  oldCode: string
  newCode: string
}>

/** What changes holdings or money. */
export type BookedAction = Dividend | Split
export type CorporateAction = BookedAction | Rename

/** The name under which an action is booked once per customer. */
export const actionId = ({ kind, instrumentId, exDate }: CorporateAction): string => `${instrumentId}:${exDate}:${kind}`

const DAYS_UNTIL_PAID = 21

/** A dividend is paid three weeks after its ex-date. */
export const payDateOf = (exDate: CalendarDate): CalendarDate => addDays(exDate, DAYS_UNTIL_PAID)

/** The factor that makes prices before a dividend comparable with those after it: 1 − D / previous close. */
export const dividendAdjustment = (amount: bigint, previousClose: bigint): bigint =>
  divide((previousClose - amount) * SCALE, previousClose, 'HALF_UP')
