import { powersOf } from '@rueda/rules/staff/powers.ts'
import { audit } from '@rueda/contract/admin/audit.ts'
import { dashboard } from '@rueda/contract/admin/dashboard.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Answer, answer, rise, sit } from '../testing/console-harness.tsx'
import { ApiError } from './api.ts'
import { Console } from './Console.tsx'
import { forgetSession } from './session.ts'

/** Goal: whoever is signed in finds each screen at its address, and nobody else finds anything but the sign-in page. */
beforeEach(() => void (window.location.hash = '#/'))
afterEach(() => {
  rise()
  window.location.hash = ''
})

const session = {
  ...{ staffId: '019a0000-0000-7000-8000-000000000002', name: 'Sol', email: 'sol@example.org', roles: ['auditor' as const] },
  ...{ composed: [], powers: [...powersOf({ roles: ['auditor'], composed: [] })] },
  ...{ suspendedTimestamp: null, verifiedTimestamp: 1, idleEndTimestamp: 2, endTimestamp: 3 },
}
const emptyLog = answer(audit.list, { list: [], total: 0, pageNum: 1, pageSize: 25, pages: 0 })

const refusing = (path: string): Answer => ({
  path,
  give: () => {
    throw new ApiError({ code: 401, msg: 'Sign in first.', data: null })
  },
})

const goTo = (hash: string): void =>
  act(() => {
    window.location.hash = hash
    window.dispatchEvent(new Event('hashchange'))
  })

it('a guest is shown the sign-in page, whatever the address, and no message', async () => {
  sit(<Console />, [refusing(staff.session.path)])
  goTo('#/audit')
  act(forgetSession)
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeDefined()
  expect(screen.queryByRole('navigation')).toBeNull()
  for (const message of screen.getAllByRole('status')) expect(message.textContent).toBe('')
})

it('whoever has a session already is let in', async () => {
  sit(<Console />, [answer(staff.session, session), emptyLog])
  goTo('#/audit')
  act(forgetSession)
  expect(await screen.findByText('Sol')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1, name: 'Audit log' })).toBeDefined()
})

it('each address has its screen, the start has the dashboard, and any other says that it has none', async () => {
  sit(<Console />, [emptyLog], ['auditor'])
  expect(screen.getByRole('heading', { level: 1, name: 'Today' })).toBeDefined()
  goTo('#/audit?open=3')
  expect(screen.getByRole('heading', { level: 1, name: 'Audit log' })).toBeDefined()
  goTo('#/auditor')
  expect(await screen.findByText('There is no such screen.')).toBeDefined()
})

it('a read that is refused because the session has ended leads to the sign-in page, which says so', async () => {
  sit(<Console />, [refusing(dashboard.today.path)], ['auditor'])
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeDefined()
  expect(screen.getAllByText('Your session has ended. Sign in again.')).not.toHaveLength(0)
})

it('signing out tells the server and leads to the sign-in page', async () => {
  const { asked } = sit(<Console />, [answer(staff.signOut, true), emptyLog], ['auditor'])
  goTo('#/audit')
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeDefined()
  expect(asked(staff.signOut)).toHaveLength(1)
})

it('signing out gives up the reads on their way before the server is told, and says nothing of a session that is over', async () => {
  sit(<Console />, [answer(staff.signOut, true)], ['auditor'])
  const order: string[] = []
  const answering = fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.includes(staff.signOut.path)) order.push('told')
    if (!url.includes(audit.list.path)) return answering(url, init)
    return new Promise((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => {
        order.push('given up')
        reject(new ApiError({ code: 401, msg: 'Sign in first.', data: null }))
      })
    })
  })
  goTo('#/audit')
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeDefined()
  expect(order.at(0)).toBe('given up')
  expect(order.at(-1)).toBe('told')
  for (const message of screen.getAllByRole('status')) expect(message.textContent).toBe('')
})

it('a screen that cannot be drawn leaves the menu, and is drawn again when asked', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let broken: unknown = { list: [null], total: 1, pageNum: 1, pageSize: 25, pages: 1 }
  sit(<Console />, [{ path: audit.list.path, give: () => broken }], ['auditor'])
  goTo('#/audit')
  expect(await screen.findByText(/Something went wrong/)).toBeDefined()
  expect(screen.getByRole('navigation')).toBeDefined()
  broken = emptyLog.give()
  goTo('#/ledger')
  await waitFor(() => expect(screen.queryByText(/Something went wrong/)).toBeNull())
  complaints.mockRestore()
})
