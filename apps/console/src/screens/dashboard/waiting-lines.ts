import type { Waiting } from '@rueda/contract/admin/dashboard.ts'
import { age } from '../../app/moments.ts'
import { say } from '../../app/words.ts'

/** A line of the overview: what waits, how much of it, why it matters, and the way to where it is done. */
export type WaitingLine = Readonly<{
  name: string
  href: string
  count: number
  facts: readonly string[]
  /** Late, or something is wrong. */
  isAlarming: boolean
}>

type Dated = WaitingLine & Readonly<{ since: number | null }>

/**
 * Returns what waits for somebody, the most pressing first: what keeps money from leaving, what is overdue, then the rest by how
 * long it waits. What is empty has no line.
 */
export function waitingLines(waiting: Waiting, now: number): readonly WaitingLine[] {
  const queues = waiting.queues.map((queue) => lineOfQueue(queue, now))
  const dated = [...queues, ...approvalLines(waiting, now), ...alertLines(waiting, now)].filter(({ count }) => count > 0)
  const oldestFirst = dated.toSorted((one, other) => (one.since ?? now) - (other.since ?? now))
  return [
    ...ledgerCheckLines(waiting),
    ...oldestFirst.filter(({ isAlarming }) => isAlarming),
    ...oldestFirst.filter(({ isAlarming }) => !isAlarming),
  ]
}

const waits = (since: number | null, now: number): readonly string[] =>
  since === null ? [] : [say('cases.oldest', { age: age(Math.max(0, now - since)) })]

const lineOfQueue = ({ kind, open, mine, overdue, oldestTimestamp: since }: Waiting['queues'][number], now: number): Dated => ({
  name: say(`case.${kind}`),
  href: kind === 'support' ? '#/support' : `#/cases?kind=${kind}`,
  count: open,
  facts: [
    ...(overdue === 0 ? [] : [say('cases.overdue', { count: overdue })]),
    ...waits(since, now),
    ...(mine === 0 ? [] : [say('menu.mine', { count: mine })]),
  ],
  isAlarming: overdue > 0,
  since,
})

const approvalLines = ({ approvals: { open, asked, oldestTimestamp: since } }: Waiting, now: number): readonly Dated[] => [
  { name: say('nav.approvals'), href: '#/approvals', count: open, facts: waits(since, now), isAlarming: false, since },
  { name: say('waiting.asked'), href: '#/approvals', count: asked, facts: [say('waiting.askedWhy')], isAlarming: false, since: null },
]

const alertLines = ({ alerts }: Waiting, now: number): readonly Dated[] =>
  alerts === null
    ? []
    : [
        {
          ...{ name: say('alerts.title'), href: '#/audit', count: alerts.open },
          ...{ facts: [say('waiting.alertsWhy'), ...waits(alerts.oldestTimestamp, now)], isAlarming: true, since: alerts.oldestTimestamp },
        },
      ]

function ledgerCheckLines({ ledgerChecks }: Waiting): readonly WaitingLine[] {
  if (ledgerChecks === null) return []
  const { broken, moneyStopped, givenUpEvents, lateJobs } = ledgerChecks
  const isUnchecked = broken === 0 && moneyStopped === 1
  const checks = say(isUnchecked ? 'waiting.unchecked' : 'waiting.broken', { count: broken })
  const lines = [
    { name: say('waiting.ledgerChecks'), count: isUnchecked ? 1 : broken, facts: [checks] },
    { name: say('waiting.givenUp'), count: givenUpEvents, facts: [say('waiting.givenUpWhy')] },
    { name: say('waiting.lateJobs'), count: lateJobs, facts: [say('waiting.lateJobsWhy')] },
  ]
  return lines.filter(({ count }) => count > 0).map((line) => ({ ...line, href: '#/integrity', isAlarming: true }))
}

/** Returns the names of the queues in which nothing waits. */
export const quietQueues = ({ queues }: Waiting): readonly string[] =>
  queues.filter(({ open }) => open === 0).map(({ kind }) => say(`case.${kind}`))
