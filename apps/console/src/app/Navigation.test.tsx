import { type Waiting, dashboard } from '@rueda/contract/admin/dashboard.ts'
import type { CaseKind } from '@rueda/rules/staff/cases.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, rise, sit, waitingIn } from '../testing/console-harness.tsx'
import { Navigation } from './Navigation.tsx'

/** Goal: the menu says how much waits behind each screen, in signs and in words, and nothing that the reader could not do. */
afterEach(rise)

const queue = (kind: CaseKind, open: number, mine = 0, overdue = 0): Waiting['queues'][number] => ({
  ...{ kind, open, mine, overdue, oldestTimestamp: null, lastDoneTimestamp: null, countries: [] },
})
const menu = (waiting: Partial<Waiting>, roles: readonly StaffRole[]) => {
  sit(<Navigation />, [answer(dashboard.waiting, { ...waitingIn([]), ...waiting })], roles)
  return async (name: string, isCounted = true) => {
    const link = await screen.findByRole('link', { name: new RegExp(`^${name}${isCounted ? '.*waiting' : '$'}`, 'u') })
    return link as HTMLAnchorElement
  }
}

it('each queue says how many cases wait, how many are late and how many the reader has', async () => {
  const link = menu({ queues: [queue('deposit', 5, 1, 2), queue('withdrawal', 0), queue('card', 1)] }, ['cashier'])
  expect((await link('Deposits')).title).toBe('5 waiting, 2 overdue, 1 claimed by you')
  expect((await link('Deposits')).getAttribute('href')).toBe('#/cases?kind=deposit')
  expect((await link('Withdrawals', false)).title).toBe('')
  expect((await link('Queues')).title).toBe('6 waiting, 2 overdue, 1 claimed by you')
})

it('gives the focus to the content when a link is followed, so that Enter acts there', async () => {
  sit(
    <>
      <Navigation />
      <main tabIndex={-1} />
    </>,
    [answer(dashboard.waiting, { ...waitingIn([]), queues: [queue('deposit', 5)] })],
    ['cashier'],
  )
  const link = await screen.findByRole('link', { name: /^Queues/u })
  link.focus()
  fireEvent.click(link)
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

it('conversations wait behind the screen of support, and are not counted twice', async () => {
  const link = menu({ queues: [queue('support', 3), queue('complaint', 1)] }, ['support'])
  expect((await link('Support')).title).toBe('3 waiting')
  expect((await link('Queues')).title).toBe('1 waiting')
  expect(screen.queryByRole('link', { name: /^Complaints/u })).toBeNull()
})

it('approvals, broken checks and alerts are counted too', async () => {
  const ledgerChecks = { broken: 1, moneyStopped: 1, lateJobs: 2, givenUpEvents: 0 } as const
  const alerts = { open: 4, oldestTimestamp: 1 }
  const link = menu({ approvals: { open: 2, asked: 7, oldestTimestamp: 1 }, ledgerChecks, alerts }, ['admin'])
  expect((await link('Approvals')).title).toBe('2 waiting')
  expect((await link('Integrity and jobs')).title).toBe('3 waiting')
  expect((await link('Audit log')).title).toBe('4 waiting')
})

it('where it cannot be read the menu is there without counts', async () => {
  const { asked } = sit(<Navigation />, [], ['cashier'])
  await waitFor(() => expect(asked(dashboard.waiting)).not.toHaveLength(0))
  expect(screen.getByRole('link', { name: 'Queues' }).title).toBe('')
})
