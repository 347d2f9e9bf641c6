import { type ActionOf, type StatusOf, isFinal, machine } from '../machine.ts'
import { type OpeningHours, endOfBusinessDay } from '../support/hours.ts'
import { DAY_MS, type Instant } from '../time.ts'

/**
 * A complaint about the house: what a customer makes of a conversation that did not settle it (`docs/rules/support.md` P.14). It has a number,
 * deadlines that the customer sees, and an answer that two persons agree on.
 */
export const complaintMachine = machine({
  none: { file: 'received' },
  received: { acknowledge: 'acknowledged', withdraw: 'withdrawn' },
  acknowledged: { answer: 'answered', withdraw: 'withdrawn' },
  answered: {},
  withdrawn: {},
})
export type ComplaintStatus = Exclude<StatusOf<typeof complaintMachine>, 'none'>
export type ComplaintAction = ActionOf<typeof complaintMachine>
export const complaintStatuses = ['received', 'acknowledged', 'answered', 'withdrawn'] as const satisfies readonly ComplaintStatus[]

/** Statuses in which the house still owes an answer. */
export const openComplaints: readonly ComplaintStatus[] = complaintStatuses.filter((status) => !isFinal(complaintMachine, status))

/** What the house says to a complaint: that the customer is right, in part, or not. */
export const complaintOutcomes = ['upheld', 'partlyUpheld', 'notUpheld'] as const
export type ComplaintOutcome = (typeof complaintOutcomes)[number]

const ACKNOWLEDGED_WITHIN_BUSINESS_DAYS = 2
const ANSWERED_WITHIN_BUSINESS_DAYS = 15

export type ComplaintDeadlines = Readonly<{ acknowledgeBy: Instant; answerBy: Instant }>

/** Moments by which a complaint is acknowledged and answered. They are set when it is made, and never move. */
export const complaintDeadlines = (filedAt: Instant, hours: OpeningHours): ComplaintDeadlines => ({
  acknowledgeBy: endOfBusinessDay(filedAt, ACKNOWLEDGED_WITHIN_BUSINESS_DAYS, hours),
  answerBy: endOfBusinessDay(filedAt, ANSWERED_WITHIN_BUSINESS_DAYS, hours),
})

/** An answer on its last millisecond is in time. */
export const isInTime = (at: Instant, by: Instant): boolean => at <= by

const DAYS_OF_YEAR = 365
/** Answers of so long are counted for everybody to see. */
export const COUNTED_MS = DAYS_OF_YEAR * DAY_MS
