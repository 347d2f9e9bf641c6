import { staff } from '@rueda/contract/admin/staff.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, rise, sit } from '../../testing/console-harness.tsx'
import { HowChanged } from './HowChanged.tsx'
import { Invite } from './Invite.tsx'

/** Goal: an administrator reads, before pressing, how many persons the server will require for a change of the staff. */
afterEach(rise)

type Way = 'atOnce' | 'two' | 'twoOrDay'
/** What brings somebody in or shuts somebody out, and what changes what anybody can do. */
const ways = (people: Way, powers: Way) => ({
  ...{ invite: people, disable: people },
  ...{ changeRoles: powers, composeRole: powers, retireRole: powers },
})

it('the first administrator reads that an invitation goes at once', async () => {
  sit(<Invite onClose={() => undefined} />, [answer(staff.changes, ways('atOnce', 'two'))])
  expect(await screen.findByText(/at once/u)).toBeTruthy()
  expect(screen.queryByText(/two persons/u)).toBeNull()
})

it('whoever is not the first reads that it takes two, or a day', async () => {
  sit(<Invite onClose={() => undefined} />, [answer(staff.changes, ways('twoOrDay', 'twoOrDay'))])
  expect(await screen.findByText(/two persons.+after a day/u)).toBeTruthy()
})

it('acts that take different ways are named one by one', async () => {
  sit(<HowChanged changes={['changeRoles', 'disable']} />, [answer(staff.changes, ways('atOnce', 'two'))])
  expect(await screen.findByText(/^Change roles: .+another one has to approve/u)).toBeTruthy()
  expect(screen.getByText(/^Shut out: .+at once/u)).toBeTruthy()
})
