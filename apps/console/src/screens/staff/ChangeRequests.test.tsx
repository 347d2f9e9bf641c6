import { staff } from '@rueda/contract/admin/staff.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, rise, sit } from '../../testing/console-harness.tsx'
import { ChangeRequests } from './ChangeRequests.tsx'

/** Goal: nobody changes the staff alone before everybody could read it and object. */
afterEach(rise)

const request = {
  ...{
    id: '019a0000-0000-7000-8000-000000000001',
    kind: 'invite' as const,
    name: 'Nora',
    email: 'nora@example.org',
    roles: ['admin' as const],
    composed: [],
    powers: [],
  },
  ...{
    makerName: 'Ana',
    isOwn: 0 as const,
    madeTimestamp: 1_773_241_260_000,
    aloneTimestamp: 1_773_327_660_000,
    expireTimestamp: 1_773_500_460_000,
  },
}
const session = {
  ...{ staffId: '019a0000-0000-7000-8000-000000000002', name: 'Sol', email: 'sol@example.org', roles: ['support' as const] },
  ...{ composed: [], powers: [] },
  ...{ suspendedTimestamp: null, verifiedTimestamp: 1, idleEndTimestamp: 2, endTimestamp: 3 },
}

it('somebody who reads a request objects with a reason, and the server is told which', async () => {
  const { asked } = sit(<ChangeRequests />, [answer(staff.requests, [request]), answer(staff.session, session), answer(staff.object, true)])
  expect(await screen.findByText('Ana asks to invite Nora (nora@example.org): Administrator')).toBeTruthy()
  expect(screen.getByText(/Without an objection it can be done alone from .+\./)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Object' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Security' }))
  const buttons = screen.getAllByRole('button', { name: 'Object' })
  fireEvent.click(buttons.at(-1) as HTMLElement)
  await waitFor(() => expect(asked(staff.object)).toEqual([{ id: request.id, reason: 'security' }]))
})

it('whoever asked takes the own request back from the same place', async () => {
  sit(<ChangeRequests />, [answer(staff.requests, [{ ...request, isOwn: 1 }]), answer(staff.session, session)])
  expect(await screen.findByRole('button', { name: 'Take back' })).toBeTruthy()
  expect(screen.getByText(/you can carry it out yourself from 12-03-2026.+ until 14-03-2026/u)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See the request' }).getAttribute('href')).toBe(`#/approvals?open=${request.id}`)
})

it('a suspended colleague reads until when and what can be done', async () => {
  sit(<ChangeRequests />, [
    answer(staff.requests, []),
    answer(staff.session, { ...session, roles: [], suspendedTimestamp: 1_773_327_660_000 }),
  ])
  expect(await screen.findByText(/You can use no powers until .+\./)).toBeTruthy()
})
