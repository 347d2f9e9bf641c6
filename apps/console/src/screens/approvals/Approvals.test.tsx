import { accounts } from '@rueda/contract/admin/accounts.ts'
import { type WaitingApproval, approvals } from '@rueda/contract/admin/approvals.ts'
import { allStaffEndpoints } from '@rueda/contract/admin/contract.ts'
import { feeDesk } from '@rueda/contract/admin/fees.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { powerNames, powerOf } from '@rueda/rules/staff/powers.ts'
import { composedRoles } from '@rueda/contract/admin/roles.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sayIn } from '../../app/words/all.ts'
import { answer, rise, sit } from '../../testing/console-harness.tsx'
import { Approvals } from './Approvals.tsx'
import { isSaid } from './said.ts'

/** Goal: the second person reads a request in words, and never agrees to a number without a meaning. */
beforeEach(() => void (window.location.hash = '#/approvals'))
afterEach(rise)

const CASE = '01a203f2-429b-7384-8dbb-ed0ecdf4f4f7'
const request = (over: Partial<WaitingApproval>): WaitingApproval => ({
  ...{ id: '019a0000-0000-7000-8000-000000000001', power: 'staff.invite', path: '/staff/invite', accountId: null, makerName: 'Dan Risk' },
  ...{
    payload: {},
    madeTimestamp: 1_773_241_260_000,
    expireTimestamp: 1_773_500_460_000,
    aloneTimestamp: null,
    canApprove: 1,
    about: null,
  },
  ...over,
})
const withdrawal = request({
  ...{ power: 'withdrawals.approve', path: '/withdrawals/approve', accountId: '10002931', payload: { id: CASE, reason: 'review' } },
  about: {
    ...{ kind: 'case', caseId: CASE, queue: 'withdrawal', amount: '10000.00', currency: 'USD' },
    ...{ destination: 'TRC20 TJkDEu…o7Ct', riskFlags: ['ABOVE_LIMIT'] },
  },
})
const invited = (id: string, name: string, email: string) =>
  request({ id, payload: { email, name, roles: ['cashier', 'kyc'], reason: 'maintenance', note: 'she begins on Monday' } })
const openFirst = async (): Promise<HTMLElement> => {
  const [row] = (await screen.findAllByRole('row')).slice(1)
  fireEvent.click(row as HTMLElement)
  return screen.findByRole('complementary')
}

describe('a withdrawal that waits for a second person', () => {
  it('shows its amount, its destination and what speaks against it, in words', async () => {
    sit(<Approvals />, [answer(approvals.list, [withdrawal])], ['cashier'])
    const drawer = await openFirst()
    expect(within(drawer).getByRole('heading').textContent).toBe('Let a withdrawal go')
    for (const text of ['10002931', '$10,000.00', 'TRC20 TJkDEu…o7Ct', 'Above the limit of one person', 'Review']) {
      expect(within(drawer).getByText(text), text).toBeTruthy()
    }
    expect(document.body.textContent).not.toContain(CASE)
  })

  it('leads to its case, where it is claimed, instead of offering an agreement that the server refuses', async () => {
    sit(<Approvals />, [answer(approvals.list, [withdrawal])], ['cashier'])
    const drawer = await openFirst()
    expect(within(drawer).getByRole('link', { name: 'Open the case' }).getAttribute('href')).toBe(`#/cases?kind=withdrawal&open=${CASE}`)
    expect(within(drawer).queryByRole('button', { name: 'Approve' })).toBeNull()
  })

  it('is taken back by whoever asked for it', async () => {
    const { asked } = sit(
      <Approvals />,
      [answer(approvals.list, [{ ...withdrawal, canApprove: 0 }]), answer(approvals.refuse, true)],
      ['cashier'],
    )
    const drawer = await openFirst()
    fireEvent.click(await within(drawer).findByRole('button', { name: 'Correction of a mistake' }))
    fireEvent.click(within(drawer).getByRole('button', { name: 'Take back' }))
    await waitFor(() => expect(asked(approvals.refuse)).toEqual([{ id: withdrawal.id, reason: 'correction' }]))
  })
})

describe('a change of the staff that its maker can carry out a day later', () => {
  const own = request({
    ...{ power: 'staff.composeRole', path: composedRoles.compose.path, canApprove: 0, aloneTimestamp: 1_773_327_660_000 },
    payload: { name: 'Vigía', powers: ['market.see'], reason: 'maintenance' },
  })

  it('says from when until when, and nothing of another person who has to approve', async () => {
    sit(<Approvals />, [answer(approvals.list, [own])], ['admin'])
    const drawer = await openFirst()
    expect(within(drawer).getByText(/you can carry it out yourself from 12-03-2026.+ until 14-03-2026/u)).toBeTruthy()
    expect(within(drawer).queryByText(/has to approve it/u)).toBeNull()
    expect(within(drawer).getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('is carried out after the day by asking for the same once more', async () => {
    const { asked } = sit(
      <Approvals />,
      [answer(approvals.list, [{ ...own, canApprove: 1 }]), answer(composedRoles.compose, { state: 'done' })],
      ['admin'],
    )
    fireEvent.click(within(await openFirst()).getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(asked(composedRoles.compose)).toEqual([own.payload]))
  })
})

describe('any other request', () => {
  it('names its act, its roles and its reason in words, and asks for exactly the same', async () => {
    const one = invited('019a0000-0000-7000-8000-000000000002', 'Carla Cash', 'cash1@example.com')
    const { asked } = sit(<Approvals />, [answer(approvals.list, [one]), answer(staff.invite, { state: 'done' })], ['admin'])
    const drawer = await openFirst()
    expect(within(drawer).getByRole('heading').textContent).toBe('Invite a colleague')
    for (const text of ['Carla Cash', 'cash1@example.com', 'Cashier, Identity', 'she begins on Monday']) {
      expect(within(drawer).getByText(text), text).toBeTruthy()
    }
    expect(document.body.textContent).not.toMatch(/staff\.invite|maintenance|"kyc"/u)
    fireEvent.click(within(drawer).getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(asked(staff.invite)).toEqual([one.payload]))
  })

  it('is told from another of its kind in the list', async () => {
    const two = [
      invited('019a0000-0000-7000-8000-000000000003', 'Carla Cash', 'cash1@example.com'),
      invited('019a0000-0000-7000-8000-000000000004', 'Dan Risk', 'cash2@example.com'),
    ]
    sit(<Approvals />, [answer(approvals.list, two)], ['admin'])
    expect(await screen.findByText(/Carla Cash · cash1@example\.com/u)).toBeTruthy()
    expect(screen.getByText(/Dan Risk · cash2@example\.com/u)).toBeTruthy()
  })

  it('to unmask is answered to whoever agrees, and is still read when the request is gone from the list', async () => {
    const unmask = request({
      ...{ power: 'accounts.unmask', path: '/accounts/unmask', accountId: '10002931' },
      payload: { accountId: '10002931', reason: 'legalOrder', note: 'case 7' },
    })
    const shown = { state: 'done' as const, email: 'ana@example.org', username: 'ana', hideTimestamp: 1 }
    let waiting = [unmask]
    const list = { path: approvals.list.path, give: () => waiting }
    const { asked } = sit(<Approvals />, [list, answer(accounts.unmask, shown)], ['risk'])
    const drawer = await openFirst()
    expect(within(drawer).getAllByText('Customer')).toHaveLength(1)
    waiting = []
    fireEvent.click(within(drawer).getByRole('button', { name: 'Show address for 60 s' }))
    expect(await screen.findByText('It is decided, or was taken back.')).toBeTruthy()
    expect(screen.getByText('ana@example.org · ana')).toBeTruthy()
    expect(asked(accounts.unmask)).toEqual([unmask.payload])
  })

  it('for other commissions says what was beside what is asked for, where it changes', async () => {
    const row = (rate: string) => ({ scope: 'everything', rate, minimum: '0.50', maximum: null })
    const steps = (rate: string) => [{ from: '0.00', commissions: [{ ...row(rate), base: 'notional' as const }] }]
    const before = [
      { market: 'US' as const, currency: 'USD', counts: 'money' as const, steps: steps('0.03') },
      { market: 'AR' as const, currency: 'ARS', counts: 'money' as const, steps: steps('0.5') },
    ]
    const payload = {
      ...{ firstDay: '2026-11-30', reason: 'maintenance' },
      markets: [
        { market: 'US', steps: [{ from: '0.00', commissions: [row('0.05')] }] },
        { market: 'AR', steps: [{ from: '0', commissions: [row('0.5')] }] },
      ],
    }
    const asked = request({
      ...{ power: 'fees.change', path: feeDesk.propose.path, payload },
      about: { kind: 'commissions', before },
    })
    // The desk of commissions is not asked: it may be closed to the approver, and says other things once this is decided.
    sit(<Approvals />, [answer(approvals.list, [asked])], ['product'])
    const drawer = await openFirst()
    expect(within(drawer).getByText('0.03 % · Minimum $0.50 → 0.05 % · Minimum $0.50')).toBeTruthy()
    expect(within(drawer).getByText(/^0\.5 % · Minimum/u).textContent).not.toContain('→')
  })

  it('is said in words wherever it can be asked for', () => {
    const forTwo = allStaffEndpoints().filter(
      ({ method, access, power }) => method === 'POST' && access === 'staff' && powerOf(power).people !== 'one',
    )
    expect(forTwo.length).toBeGreaterThan(15)
    expect(forTwo.filter(({ path }) => !isSaid(path)).map(({ path }) => path)).toEqual([])
  })
})

it.each(['en', 'es'] as const)('every power has words of its own (%s)', (language) => {
  const words = powerNames.map((power) => sayIn(language)(`power.${power}`))
  expect(new Set(words).size).toBe(powerNames.length)
})
