import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signIn, signOut, useSession } from '../security/session.ts'
import { keepFor } from './kept-by.ts'

const ana = { id: 'ana', name: 'Ana', email: 'ana@correo.test' }
const luis = { id: 'luis', name: 'Luis', email: 'luis@correo.test' }
beforeEach(() => sessionStorage.clear())
afterEach(signOut)

it('keeps what was typed for whoever comes back, and nothing of it for somebody else', () => {
  sessionStorage.setItem('rueda.kept.register', '"typed before the first sign-in"')
  keepFor('ana')
  sessionStorage.setItem('rueda.kept.loan', '"500"')
  sessionStorage.setItem('rueda.other', 'stays')
  keepFor('ana')
  expect(sessionStorage.getItem('rueda.kept.register')).not.toBeNull()
  expect(sessionStorage.getItem('rueda.kept.loan')).toBe('"500"')
  keepFor('luis')
  expect(sessionStorage.getItem('rueda.kept.loan')).toBeNull()
  expect(sessionStorage.getItem('rueda.other')).toBe('stays')
})

it('nothing of it is there for somebody whose session came from another tab', () => {
  signIn('token of ana', ana)
  sessionStorage.setItem('rueda.kept.identity', '"Anabel Secreta"')
  useSession.setState({ token: 'token of luis', user: luis })
  expect(sessionStorage.getItem('rueda.kept.identity')).toBeNull()
})

it('an address that was typed to sign in is not kept once that is done', () => {
  sessionStorage.setItem('rueda.kept.login.name', '"ana@correo.test"')
  signIn('token of ana', ana)
  expect(sessionStorage.getItem('rueda.kept.login.name')).toBeNull()
})

it('nothing of it is there for somebody whose session this tab finds when it is loaded again', async () => {
  signIn('token of ana', ana)
  sessionStorage.setItem('rueda.kept.identity', '"Anabel Secreta"')
  localStorage.setItem('rueda.session', JSON.stringify({ state: { token: 'token of luis', user: luis }, version: 0 }))
  vi.resetModules()
  await import('../security/session.ts')
  expect(sessionStorage.getItem('rueda.kept.identity')).toBeNull()
})
