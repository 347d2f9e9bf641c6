import { type WaitingApproval, approvals } from '@rueda/contract/admin/approvals.ts'
import { type ListedRole, composedRoles } from '@rueda/contract/admin/roles.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import type { WayOfChange } from '@rueda/rules/staff/approvals.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, rise, sit } from '../../testing/console-harness.tsx'
import { Invite } from './Invite.tsx'
import { Roles } from './Roles.tsx'

/** Goal: administrators make a smaller job out of powers in words, see who has it and what it was, and end it without leaving anybody out. */
afterEach(rise)

const version = {
  version: 1,
  state: 'held' as const,
  reason: 'maintenance' as const,
  note: null,
  askedBy: 'Ana',
  by: 'Bea',
  timestamp: 1_773_241_260_000,
}
const roleId = '019a0000-0000-7000-8000-000000000011'
const watch: ListedRole = {
  ...{ roleId, name: 'Vigía', version: 2, state: 'held', powers: ['market.see'], holders: ['Vera'], instead: null },
  history: [
    { ...version, version: 2, powers: ['market.see'] },
    { ...version, powers: ['market.see', 'market.halt'] },
  ],
}
const reader: ListedRole = {
  ...{ roleId: '019a0000-0000-7000-8000-000000000012', name: 'Lector', version: 1, state: 'held', powers: ['ledger.see'], holders: [] },
  ...{ instead: null, history: [{ ...version, powers: ['ledger.see'] }] },
}
const waysOf = (way: WayOfChange) => ({
  ...{ invite: way, changeRoles: way, disable: way, composeRole: way, retireRole: way, sendsMail: 1 as const },
})
const ways = answer(staff.changes, waysOf('twoOrDay'))
const waiting = { state: 'waiting' as const }
const isShut = (name: string) => screen.getAllByRole('button', { name }).at(-1)?.getAttribute('aria-disabled') === 'true'
const press = (name: string) => fireEvent.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement)
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

describe('composing', () => {
  it('brings what a power needs, keeps apart what jobs keep apart, and asks for the whole', async () => {
    const { asked } = sit(<Roles />, [answer(composedRoles.list, []), answer(composedRoles.compose, waiting), ways], ['admin'])
    expect(await screen.findByText(/There are no custom roles yet/)).toBeTruthy()
    press('Create a role')
    expect(await screen.findByText(/Another administrator.+after a day/)).toBeTruthy()
    fireEvent.click(box('Decide a deposit'))
    for (const needed of ['See the queues', 'See a deposit', 'Claim a case or release it']) expect(box(needed).checked, needed).toBe(true)
    expect(box('Decide an identity check').disabled).toBe(true)
    expect(box('See the ledger').disabled).toBe(false)
    fireEvent.click(box('See a deposit'))
    expect(box('Decide a deposit').checked).toBe(false)
    fireEvent.click(box('Decide a deposit'))
    expect(isShut('Create a role')).toBe(true)
    fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'Depósitos' } })
    press('Operational need')
    press('Create a role')
    const powers = ['deposits.open', 'deposits.decide', 'cases.see', 'cases.claim']
    await waitFor(() => expect(asked(composedRoles.compose)).toEqual([{ name: 'Depósitos', powers, reason: 'maintenance' }]))
  })

  it('offers no power of administrators, and none that everybody has', async () => {
    sit(<Roles />, [answer(composedRoles.list, []), ways], ['admin'])
    await screen.findByText(/There are no custom roles yet/)
    press('Create a role')
    await screen.findByLabelText('Role')
    for (const name of ['Invite a colleague', 'Create or change a custom role', 'Sign in or out', 'Object to a change of the staff'])
      expect(screen.queryByRole('checkbox', { name })).toBeNull()
  })

  it('can begin with a whole role', async () => {
    sit(<Roles />, [answer(composedRoles.list, []), ways], ['admin'])
    await screen.findByText(/There are no custom roles yet/)
    press('Create a role')
    press('Cashier')
    expect(box('Decide a deposit').checked).toBe(true)
    press('Auditor')
    expect(box('See the ledger').checked).toBe(true)
    expect(box('Decide a deposit').checked).toBe(false)
  })
})

describe('a request that waits', () => {
  const pending: WaitingApproval = {
    ...{ id: '019a0000-0000-7000-8000-000000000021', power: 'staff.composeRole', path: composedRoles.compose.path, accountId: null },
    ...{ payload: { name: 'Vigía', powers: ['market.see'], reason: 'maintenance' }, about: null, makerName: 'Eva', canApprove: 0 },
    ...{ madeTimestamp: 1_773_241_260_000, aloneTimestamp: 1_773_327_660_000, expireTimestamp: 1_773_500_460_000 },
  }

  it('stands above the roles, with from when it needs nobody else, and leads to where it is decided', async () => {
    const ofStaff = { ...pending, id: '019a0000-0000-7000-8000-000000000022', power: 'staff.invite' as const, path: staff.invite.path }
    sit(<Roles />, [answer(composedRoles.list, []), answer(approvals.list, [pending, ofStaff]), ways], ['admin'])
    const rows = within(await screen.findByRole('table', { name: 'Pending changes of roles' })).getAllByRole('row')
    expect(rows).toHaveLength(2)
    expect(rows[1]?.textContent).toMatch(/^Create or change a custom roleVigíaEva12-03-2026.+14-03-2026/u)
    fireEvent.click(screen.getByText('Vigía'))
    expect(window.location.hash).toBe(`#/approvals?open=${pending.id}`)
  })

  it('is said after it was asked for as it was said before', async () => {
    for (const [way, before, after] of [
      [
        'twoOrDay',
        /Another administrator can approve this at once.+yourself after a day/u,
        /Another administrator can approve it now.+yourself after a day/u,
      ],
      ['two', /another one has to approve it within a day/u, /Another person has to approve it within a day/u],
    ] as const) {
      const given = answer(staff.changes, { ...waysOf('twoOrDay'), composeRole: way })
      sit(<Roles />, [answer(composedRoles.list, [watch]), answer(composedRoles.change, waiting), given], ['admin'])
      fireEvent.click(await screen.findByText('Vigía'))
      press('Change powers')
      expect(await screen.findByText(before)).toBeTruthy()
      fireEvent.click(box('See the ledger'))
      press('Operational need')
      press('Change powers')
      expect(await screen.findByText(after)).toBeTruthy()
      rise()
    }
  })
})

describe('a composed role', () => {
  it('stands with its powers in words, and is only looked at by auditors', async () => {
    sit(<Roles />, [answer(composedRoles.list, [watch])], ['auditor'])
    const row = within(await screen.findByRole('table', { name: 'Custom roles' }))
    expect(row.getByText('See the markets')).toBeTruthy()
    expect(row.getByText('Vera')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Create a role' })).toBeNull()
    fireEvent.click(row.getByText('Vigía'))
    const history = within(await screen.findByRole('region', { name: 'History' }))
    expect(history.getByText(/^Version 2 · .+ · Ana \+ Bea$/)).toBeTruthy()
    expect(history.getByText(/^− /)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Retire' })).toBeNull()
  })

  it('that somebody has is not retired without saying what they get', async () => {
    const { asked } = sit(<Roles />, [answer(composedRoles.list, [watch, reader]), answer(composedRoles.retire, waiting), ways], ['admin'])
    fireEvent.click(await screen.findByText('Vigía'))
    press('Retire')
    expect(screen.getByText('These have it and get another role at once: Vera')).toBeTruthy()
    press('Operational need')
    expect(isShut('Retire')).toBe(true)
    expect(screen.queryByRole('button', { name: 'Administrator' })).toBeNull()
    press('Lector')
    press('Retire')
    await waitFor(() => expect(asked(composedRoles.retire)).toEqual([{ roleId, insteadComposed: reader.roleId, reason: 'maintenance' }]))
  })

  it('is changed as it was seen', async () => {
    const { asked } = sit(<Roles />, [answer(composedRoles.list, [watch]), answer(composedRoles.change, waiting), ways], ['admin'])
    fireEvent.click(await screen.findByText('Vigía'))
    press('Change powers')
    press('Operational need')
    expect(isShut('Change powers')).toBe(true)
    fireEvent.click(box('See the ledger'))
    press('Change powers')
    const powers = ['ledger.see', 'market.see']
    await waitFor(() => expect(asked(composedRoles.change)).toEqual([{ roleId, version: 2, powers, reason: 'maintenance' }]))
  })

  it('is given to whoever is invited', async () => {
    const { asked } = sit(
      <Invite onClose={() => undefined} />,
      [answer(composedRoles.list, [watch]), answer(staff.invite, waiting), ways],
      ['admin'],
    )
    fireEvent.click(await screen.findByRole('checkbox', { name: /^Vigía/ }))
    fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'nora@example.org' } })
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Nora' } })
    press('Operational need')
    press('Invite')
    await waitFor(() =>
      expect(asked(staff.invite)).toEqual([
        { email: 'nora@example.org', name: 'Nora', roles: [], composed: [roleId], reason: 'maintenance' },
      ]),
    )
  })
})
