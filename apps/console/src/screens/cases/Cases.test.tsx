import { type ReviewCase, cases } from '@rueda/contract/admin/cases.ts'
import { dashboard } from '@rueda/contract/admin/dashboard.ts'
import type { CaseKind } from '@rueda/rules/staff/cases.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answer, rise, sit, waitingIn } from '../../testing/console-harness.tsx'
import { Cases } from './Cases.tsx'

/** Goal: the queues open at one in which something waits, and not at an empty one beside it. */
beforeEach(() => void (window.location.hash = '#/cases'))
afterEach(rise)

const count = (kind: CaseKind, open: number) => ({
  kind,
  open,
  mine: 0,
  overdue: 0,
  oldestTimestamp: null,
  lastDoneTimestamp: null,
  countries: [],
})
const nothing = answer(cases.list, { list: [], total: 0, pageNum: 1, pageSize: 100, pages: 0 })
const opened = async (deposits: number) => {
  const counts = answer(dashboard.waiting, waitingIn([count('kyc', 0), count('deposit', deposits), count('withdrawal', 0)]))
  const { asked } = sit(<Cases />, [counts, nothing], ['kyc', 'cashier'])
  await waitFor(() => expect(asked(cases.list).length).toBeGreaterThan(0))
  return asked(cases.list).map(({ kind }) => kind)
}
const chosen = (name: string) => screen.getByRole('button', { name, pressed: true })

it('the first queue in which something waits is open', async () => {
  expect(await opened(1)).toEqual(['deposit'])
  expect(chosen('Deposits · 1')).toBeTruthy()
})

it('what that queue is narrowed by goes into the address with its kind', async () => {
  await opened(1)
  fireEvent.click(screen.getByRole('button', { name: 'Mine' }))
  expect(window.location.hash).toBe('#/cases?kind=deposit&state=mine')
})

it('where nothing waits anywhere it is the first', async () => {
  expect(await opened(0)).toEqual(['kyc'])
  expect(chosen('Identity')).toBeTruthy()
})

it('what the address names holds, also when it is empty', async () => {
  window.location.hash = '#/cases?kind=withdrawal'
  expect(await opened(1)).toEqual(['withdrawal'])
})

describe('several cases', () => {
  const row = (id: string, change: Partial<ReviewCase> = {}): ReviewCase => ({
    ...{ id: `00000000-0000-7000-8000-00000000000${id}`, kind: 'deposit', accountId: `1000000${id}`, countryCode: null, subjectId: id },
    ...{ openTimestamp: 1, dueTimestamp: 2, claimedBy: null, claimedByMe: 0, claimEndTimestamp: null, closeTimestamp: null },
    ...{ outcome: null, reasonCode: null, amount: null, currency: null, riskFlags: [] },
    ...change,
  })
  const mine = row('2', { claimedBy: 'Eva', claimedByMe: 1 })
  const theirs = row('3', { claimedBy: 'Ana' })
  const shown = (roles: readonly StaffRole[] = ['cashier']) => {
    window.location.hash = '#/cases?kind=deposit'
    const rows = [row('1'), mine, theirs]
    return sit(
      <Cases />,
      [
        answer(dashboard.waiting, waitingIn([count('deposit', 3)])),
        answer(cases.list, { list: rows, total: 3, pageNum: 1, pageSize: 100, pages: 1 }),
        answer(cases.claimSeveral, [row('1')]),
        answer(cases.releaseSeveral, [mine]),
      ],
      roles,
    )
  }

  it('are claimed and released together, each where it can be', async () => {
    const { asked } = shown()
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }))
    expect(screen.getByText('3 selected')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: /^Claim/u }))
    await waitFor(() => expect(asked(cases.claimSeveral)).toEqual([{ ids: [row('1').id] }]))
    expect(await screen.findByText('Claimed: 1.')).toBeDefined()
    fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${mine.accountId}` }))
    fireEvent.click(screen.getByRole('button', { name: /^Release/u }))
    await waitFor(() => expect(asked(cases.releaseSeveral)).toEqual([{ ids: [mine.id] }]))
  })

  it('are selected without opening any of them, by the key x too', async () => {
    const { asked } = shown()
    await screen.findByRole('checkbox', { name: `Select ${mine.accountId}` })
    fireEvent.keyDown(document.body, { key: 'x' })
    expect(screen.getByText('1 selected')).toBeDefined()
    fireEvent.click(screen.getByRole('checkbox', { name: `Select ${mine.accountId}` }))
    expect(screen.getByText('2 selected')).toBeDefined()
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(asked(cases.claim)).toHaveLength(0)
  })

  it('are never decided together: nothing else can be done with them', async () => {
    shown()
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }))
    const bar = screen.getByRole('group', { name: '3 selected' })
    expect(
      within(bar)
        .getAllByRole('button')
        .map(({ textContent }) => textContent?.replace(/\W+\d.*$/u, '')),
    ).toEqual(['Claim', 'Release', 'Clear selection'])
  })

  it('are not chosen by somebody who does not decide them', async () => {
    shown(['auditor'])
    await screen.findByText(mine.accountId)
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

it('a case that is opened by the key is claimed, and one that a colleague has claimed is not', async () => {
  window.location.hash = '#/cases?kind=deposit'
  const open: ReviewCase = {
    ...{ id: '00000000-0000-7000-8000-000000000001', kind: 'deposit', accountId: '10000001', countryCode: null, subjectId: 'a' },
    ...{ openTimestamp: 1, dueTimestamp: 2, claimedBy: null, claimedByMe: 0, claimEndTimestamp: null, closeTimestamp: null },
    ...{ outcome: null, reasonCode: null, amount: null, currency: null, riskFlags: [] },
  }
  const held = { ...open, id: '00000000-0000-7000-8000-000000000002', claimedBy: 'Ana' }
  const list = answer(cases.list, { list: [open, held], total: 2, pageNum: 1, pageSize: 100, pages: 1 })
  const { asked } = sit(
    <Cases />,
    [answer(dashboard.waiting, waitingIn([count('deposit', 2)])), list, answer(cases.claim, open)],
    ['cashier'],
  )
  await screen.findAllByRole('checkbox')
  fireEvent.keyDown(document.body, { key: 'Enter' })
  await waitFor(() => expect(asked(cases.claim)).toEqual([{ id: open.id }]))
  fireEvent.keyDown(document.body, { key: 'Escape' })
  fireEvent.keyDown(document.body, { key: 'j' })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' })
  await waitFor(() => expect(window.location.hash).toContain(held.id))
  expect(asked(cases.claim)).toHaveLength(1)
})
