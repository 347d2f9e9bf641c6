import { cases } from '@rueda/contract/admin/cases.ts'
import { dashboard } from '@rueda/contract/admin/dashboard.ts'
import type { CaseKind } from '@rueda/rules/staff/cases.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
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
