import { type Waiting, dashboard } from '@rueda/contract/admin/dashboard.ts'
import type { CaseKind } from '@rueda/rules/staff/cases.ts'
import { HOUR_MS } from '@rueda/rules/time.ts'
import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, rise, sit, waitingIn } from '../../testing/console-harness.tsx'
import { Overview } from './Overview.tsx'

/** Goal: whoever comes in reads what waits, the most pressing first, and is led to where it is done. */
afterEach(rise)

const ago = (hours: number): number => Date.now() - hours * HOUR_MS
const queue = (kind: CaseKind, open: number, hours: number | null, overdue = 0): Waiting['queues'][number] => ({
  ...{ kind, open, mine: 0, overdue, oldestTimestamp: hours === null ? null : ago(hours), lastDoneTimestamp: null, countries: [] },
})
const shown = (waiting: Partial<Waiting>) => sit(<Overview />, [answer(dashboard.waiting, { ...waitingIn([]), ...waiting })], ['auditor'])
const lines = async () => (await screen.findAllByRole('link')).map((link) => `${link.textContent} ${link.getAttribute('href')}`)

describe('what waits', () => {
  it('stands in the order in which it presses: stopped money, what is overdue, and the rest by how long it waits', async () => {
    shown({
      queues: [
        queue('kyc', 2, 3),
        queue('deposit', 1, 1, 1),
        queue('support', 1, 5),
        queue('withdrawal', 3, 30, 2),
        queue('card', 0, null),
      ],
      approvals: { open: 1, asked: 0, oldestTimestamp: ago(4) },
      ledgerChecks: { broken: 1, moneyStopped: 1, lateJobs: 0, givenUpEvents: 0 },
    })
    expect(await lines()).toEqual([
      '1Ledger checksChecks failing: 1. Withdrawals are paused #/integrity',
      '3Withdrawals2 overdue · The oldest waits for 30 h #/cases?kind=withdrawal',
      '1Deposits1 overdue · The oldest waits for 1 h #/cases?kind=deposit',
      '1SupportThe oldest waits for 5 h #/support',
      '1ApprovalsThe oldest waits for 4 h #/approvals',
      '2IdentityThe oldest waits for 3 h #/cases?kind=kyc',
    ])
    expect(screen.getByText('Empty queues: Cards and wallets')).toBeDefined()
  })

  it('names unchecked books, late jobs, events not booked, alerts and the reader’s own requests', async () => {
    shown({
      approvals: { open: 0, asked: 2, oldestTimestamp: null },
      alerts: { open: 1, oldestTimestamp: ago(2) },
      ledgerChecks: { broken: 0, moneyStopped: 1, lateJobs: 3, givenUpEvents: 4 },
    })
    expect(await lines()).toEqual([
      '1Ledger checksNot checked lately. Withdrawals are paused #/integrity',
      '4Events not bookedOf the last week: each ended its order #/integrity',
      '3Late jobsDue and not done #/integrity',
      '1Alerts about staffNobody has looked at them · The oldest waits for 2 h #/audit',
      '2Requested by youWaiting for approval #/approvals',
    ])
  })
})

describe('where nothing waits', () => {
  it('somebody with queues reads when the last case was done', async () => {
    shown({ queues: [{ ...queue('kyc', 0, null), lastDoneTimestamp: 1_773_241_200_000 }] })
    expect(await screen.findByText('Nothing is waiting')).toBeDefined()
    expect(screen.getByText(/The last one was done 11-03-2026/u)).toBeDefined()
  })

  it('somebody without queues reads that it shows here by itself', async () => {
    shown({})
    expect(await screen.findByText(/appears here and in the menu by itself/u)).toBeDefined()
  })
})

it('what could not be read again stays, with when it was read and a way to try once more', async () => {
  const Again = () => {
    const queries = useQueryClient()
    return (
      <button type="button" onClick={() => void queries.invalidateQueries()}>
        elsewhere
      </button>
    )
  }
  let isLost = false
  const waiting = {
    path: dashboard.waiting.path,
    give: () => {
      if (isLost) throw new TypeError('Failed to fetch')
      return waitingIn([queue('kyc', 2, 3)])
    },
  }
  const { asked } = sit(
    <>
      <Overview />
      <Again />
    </>,
    [waiting],
    ['kyc'],
  )
  await screen.findByText('Identity')
  isLost = true
  fireEvent.click(screen.getByText('elsewhere'))
  expect(await screen.findByText(/it could not be read again/u)).toBeDefined()
  expect(screen.getByText('Identity')).toBeDefined()
  expect(screen.queryByText(/Failed to fetch/u)).toBeNull()
  isLost = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Identity')
  await expect.poll(() => screen.queryByText(/it could not be read again/u)).toBeNull()
  expect(asked(dashboard.waiting)).toHaveLength(3)
})
