import { accounts } from '@rueda/contract/accounts.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { Login } from '../screens/accounts/Login.tsx'
import { publishedOf } from '../testing/samples.ts'
import { answer, leave, visit } from '../testing/screen-harness.tsx'
import { call } from '../shared/server/api.ts'
import { useSessionEnd } from './queries-session-end.ts'
import { push } from '../shared/live/push.ts'
import { connectData } from './queries-session.ts'
import { currentToken, signIn } from '../shared/security/session.ts'

/** Goal: nobody is asked to sign in to a practice account that cannot be signed in to. */
afterEach(leave)
// Left alone, it would try to connect again when the page of this file is gone.
afterAll(() => push.stop())
const toasts = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('@rueda/ui/messages/toast.ts', () => ({ toast: toasts }))

const version = answer(accounts.appVersion, publishedOf())
const dead = { endpoint: accounts.me, give: () => ({ refusedWith: 401 }) }
function Page() {
  useSessionEnd()
  return null
}

/** The server does not know the session any more, as another tab has ended it. */
async function endedElsewhere(email: string): Promise<string> {
  const { place } = await visit(Page, { at: 'pages/assets/index', answers: [version, dead], signedIn: true })
  connectData()
  signIn('token', { id: '1', name: 'Ana', email })
  await call(accounts.me, {}).catch(() => undefined)
  await waitFor(() => expect(place()).toContain('pages/auth/login'))
  expect(currentToken()).toBeNull()
  return place()
}

it('a practice account that was given up is over, and nothing is to be come back to', async () => {
  expect(await endedElsewhere('')).toBe('pages/auth/login?over=1')
  expect(toasts).toHaveBeenLastCalledWith('Tu cuenta de práctica terminó', 'error')
  leave()
  await visit(Login, { at: 'pages/auth/login?over=1', answers: [version] })
  expect(screen.getByText(/^Tu cuenta de práctica ya no está en este dispositivo/u)).toBeTruthy()
  expect(screen.queryByText(/sesión venció/u)).toBeNull()
})

it('the session of a customer is one to come back to', async () => {
  expect(await endedElsewhere('ana@correo.test')).toMatch(/expired=1/u)
  expect(toasts).toHaveBeenLastCalledWith('Tu sesión venció', 'error')
})
