import { type StaffPlacing, placings } from '@rueda/contract/admin/placing.ts'
import { type StaffIpo, subscriptions } from '@rueda/contract/admin/subscriptions.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Placings } from '../../screens/placing/Placings.tsx'
import { Subscriptions } from '../../screens/subscriptions/Subscriptions.tsx'
import { answer, rise, sit } from '../../testing/console-harness.tsx'

/** Goal: whoever looks after offered shares sees where the money of their applications is, and takes back a whole offering or nothing. */
afterEach(rise)

const offered = {
  ...{ id: '019a0000-0000-7000-8000-000000000001', number: 70, name: 'Glaciar Copper', stockCode: 'GLCP', price: '170.52', lotSize: '10' },
  ...{ quota: 293, openTimestamp: 1, closeTimestamp: 2, listHash: null, requested: '500.00', held: '300.00', paid: '150.00' },
  ...{ refunded: '50.00', balanced: 1 as const, applications: 3, allottedLots: 0, withdrawable: 1 as const },
}
const placing: StaffPlacing = { ...offered, status: 1, discountPct: '6.50', referencePrice: '182.37', unlockDate: null }
const ipo: StaffIpo = { ...offered, status: 1, drawTimestamp: 3, listDate: '2026-12-02', commitHash: 'ab' }
const page = <Row,>(row: Row) => ({ list: [row], total: 1, pageNum: 1, pageSize: 25, pages: 1 })
const listed = [answer(placings.list, page(placing)), answer(subscriptions.list, page(ipo))]

const screens = [
  ['a placing', <Placings key="placing" />, placings.withdraw, /^Withdraw the placing/u],
  ['new shares', <Subscriptions key="ipo" />, subscriptions.withdraw, /^Withdraw the offering/u],
] as const

it.each(screens)('%s: sums that add up, and a withdrawal that gives its reason', async (_, shown, endpoint, label) => {
  const { asked } = sit(shown, [...listed, answer(endpoint, { state: 'waiting' })], ['product'])
  expect(await screen.findByText('Adds up')).toBeDefined()
  fireEvent.click(screen.getByText('Glaciar Copper'))
  const withdraw = await screen.findByRole('button', { name: label })
  expect(withdraw.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Security' }))
  fireEvent.click(withdraw)
  await waitFor(() => expect(asked(endpoint)).toEqual([{ id: offered.id, reason: 'security' }]))
})

it.each(screens)('%s: nothing to press for who only looks', async (_, shown, __, label) => {
  sit(shown, listed, ['auditor'])
  fireEvent.click(await screen.findByText('Glaciar Copper'))
  expect(await screen.findByText('Tranche')).toBeDefined()
  expect(screen.queryByRole('button', { name: label })).toBeNull()
})
