import { type Waiting, dashboard } from '@rueda/contract/admin/dashboard.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from './api.ts'

/** What waits for the signed-in colleague: one read for the menu, the overview and the queues, repeated by itself. */
export const useWaiting = () => useQuery(read(dashboard.waiting, {}, { live: true }))

/** A screen's work as the menu shows it. */
export type WaitingCount = Readonly<{ open: number; mine: number; overdue: number; isTrouble?: boolean }>

/** The queues that the screen of cases shows; conversations wait on a screen of their own. */
export const caseQueuesOf = ({ queues }: Waiting): Waiting['queues'] => queues.filter(({ kind }) => kind !== 'support')

/** Adds up the work of several queues. */
const sumOf = (queues: readonly WaitingCount[]): WaitingCount => ({
  open: queues.reduce((sum, { open }) => sum + open, 0),
  mine: queues.reduce((sum, { mine }) => sum + mine, 0),
  overdue: queues.reduce((sum, { overdue }) => sum + overdue, 0),
})

const trouble = (open: number): WaitingCount => ({ open, mine: 0, overdue: 0, isTrouble: true })

/** Counts the work behind a screen, by the screen's name; the others have none. */
export const countsOf: Readonly<Record<string, (waiting: Waiting) => WaitingCount>> = {
  cases: (waiting) => sumOf(caseQueuesOf(waiting)),
  support: ({ queues }) => sumOf(queues.filter(({ kind }) => kind === 'support')),
  approvals: ({ approvals: { open } }) => ({ open, mine: 0, overdue: 0 }),
  integrity: ({ ledgerChecks }) =>
    trouble(ledgerChecks === null ? 0 : ledgerChecks.broken + ledgerChecks.lateJobs + ledgerChecks.givenUpEvents),
  audit: ({ alerts }) => trouble(alerts?.open ?? 0),
}
