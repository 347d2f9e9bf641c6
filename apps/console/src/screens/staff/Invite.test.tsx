import { composedRoles } from '@rueda/contract/admin/roles.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answer, rise, sit } from '../../testing/console-harness.tsx'
import { HowChanged } from './HowChanged.tsx'
import { Invite } from './Invite.tsx'
import { InviteAgain } from './InviteAgain.tsx'

/** Goal: an administrator reads, before pressing, how many persons the server will require for a change of the staff. */
afterEach(rise)

type Way = 'atOnce' | 'two' | 'twoOrDay'
/** What brings somebody in or shuts somebody out, and what changes what anybody can do. */
const ways = (people: Way, powers: Way) => ({
  ...{ invite: people, disable: people },
  ...{ changeRoles: powers, composeRole: powers, retireRole: powers, sendsMail: 1 as const },
})

it('the first administrator reads that an invitation goes at once', async () => {
  sit(<Invite onClose={() => undefined} />, [answer(staff.changes, ways('atOnce', 'two'))])
  expect(await screen.findByText(/at once/u)).toBeTruthy()
  expect(screen.queryByText(/two persons/u)).toBeNull()
})

it('whoever is not the first reads that it takes two, or a day', async () => {
  sit(<Invite onClose={() => undefined} />, [answer(staff.changes, ways('twoOrDay', 'twoOrDay'))])
  expect(await screen.findByText(/Another administrator.+after a day/u)).toBeTruthy()
})

describe('the set-up link', () => {
  const invite = async (sendsMail: 0 | 1, state: 'waiting' | 'done') => {
    const given = { ...ways('atOnce', 'twoOrDay'), sendsMail }
    sit(
      <Invite onClose={() => void (isClosed = true)} />,
      [answer(staff.changes, given), answer(composedRoles.list, []), answer(staff.invite, { state })],
      ['admin'],
    )
    await screen.findByText(sendsMail === 1 ? /is mailed there and nowhere else/u : /shown on the server itself/u)
    fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'nora@example.org' } })
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Nora' } })
    fireEvent.click(screen.getByRole('checkbox', { name: /^Support/u }))
    fireEvent.click(screen.getByRole('button', { name: 'Operational need' }))
    fireEvent.click(screen.getByRole('button', { name: 'Invite' }))
  }
  let isClosed = false
  beforeEach(() => void (isClosed = false))

  it('is in the mailbox that was invited, which is said', async () => {
    await invite(1, 'done')
    expect(await screen.findByText('The set-up link was mailed to nora@example.org and lasts a day.')).toBeTruthy()
    await waitFor(() => expect(isClosed).toBe(true))
  })

  it('is on the machine of a server without mail, and the command that shows it stays on the screen', async () => {
    await invite(0, 'done')
    expect(await screen.findByText('npm run setup-link -- nora@example.org')).toBeTruthy()
    expect(screen.getByRole('complementary', { name: 'Nora is invited' })).toBeTruthy()
    expect(isClosed).toBe(false)
    expect(screen.queryByText(/was mailed/u)).toBeNull()
  })

  it('is not spoken of while another administrator has to approve', async () => {
    await invite(0, 'waiting')
    await waitFor(() => expect(isClosed).toBe(true))
    expect(screen.queryByText(/setup-link/u)).toBeNull()
  })

  it('is told again where somebody has not set up yet', async () => {
    const colleague = { staffId: '019a0000-0000-7000-8000-000000000003', name: 'Nora', email: 'nora@example.org', roles: [], composed: [] }
    const whole = { ...colleague, state: 'invited' as const, personId: colleague.staffId, createTimestamp: 1, lastUseTimestamp: null }
    sit(<InviteAgain colleague={whole} onDone={() => undefined} />, [answer(staff.changes, { ...ways('atOnce', 'two'), sendsMail: 0 })])
    expect(await screen.findByText('npm run setup-link -- nora@example.org')).toBeTruthy()
  })
})

it('acts that take different ways are named one by one', async () => {
  sit(<HowChanged changes={['changeRoles', 'disable']} />, [answer(staff.changes, ways('atOnce', 'two'))])
  expect(await screen.findByText(/^Change roles: .+another one has to approve/u)).toBeTruthy()
  expect(screen.getByText(/^Shut out: .+at once/u)).toBeTruthy()
})
