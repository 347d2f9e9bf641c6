import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { logOut, signIn, signOut, useSession } from '../security/session.ts'
import { useKept } from './kept.ts'
import { keepFor, noteLeft, readKept, writeKept } from './kept-by.ts'

const ana = { id: 'ana', name: 'Ana', email: 'ana@correo.test' }
const luis = { id: 'luis', name: 'Luis', email: 'luis@correo.test' }
beforeEach(() => {
  sessionStorage.clear()
  localStorage.removeItem('rueda.left')
})
afterEach(signOut)

it('what a visitor typed goes on with whoever signs in, and nothing of it with the next one', () => {
  sessionStorage.setItem('rueda.kept.ticket', '"typed before the first sign-in"')
  keepFor('ana')
  sessionStorage.setItem('rueda.kept.loan', '"500"')
  sessionStorage.setItem('rueda.other', 'stays')
  keepFor('ana')
  expect(sessionStorage.getItem('rueda.kept.ticket')).not.toBeNull()
  expect(sessionStorage.getItem('rueda.kept.loan')).toBe('"500"')
  keepFor('luis')
  expect(sessionStorage.getItem('rueda.kept.loan')).toBeNull()
  expect(sessionStorage.getItem('rueda.other')).toBe('stays')
})

it('what was typed as a session ended is nobody’s until its owner comes back, who finds it unless something newer stands there', () => {
  signIn('token of ana', ana)
  sessionStorage.setItem('rueda.kept.transfer', '"500"')
  sessionStorage.setItem('rueda.kept.ticket', '"77"')
  signOut()
  expect(readKept('transfer')).toBeNull()
  writeKept('ticket', '"3"', null)
  writeKept('transfer', '"501"', 'ana')
  expect(readKept('transfer')).toBeNull()
  signIn('another token of ana', ana)
  expect(readKept('transfer')).toBe('"501"')
  expect(readKept('ticket')).toBe('"3"')
})

it.each([
  ['somebody else who signs in meanwhile', () => signIn('token of luis', luis)],
  ['whoever leaves by choice', logOut],
])('of what was put away nothing is left after %s', (_, happens) => {
  signIn('token of ana', ana)
  sessionStorage.setItem('rueda.kept.transfer', '"500"')
  happens()
  signOut()
  signIn('another token of ana', ana)
  expect(readKept('transfer')).toBeNull()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('500')
})

it('a form that a visitor only looks at leaves what was put away to its owner', () => {
  signIn('token of ana', ana)
  writeKept('ticket', '"731"', 'ana')
  signOut()
  renderHook(() => useKept('ticket', '')).unmount()
  signIn('another token of ana', ana)
  expect(readKept('ticket')).toBe('"731"')
})

it('who logs out by choice on another tab leaves nothing on this one either', () => {
  signIn('token of ana', ana)
  writeKept('transfer', '"500"', 'ana')
  localStorage.setItem('rueda.left', 'ana')
  useSession.setState({ token: null, user: null })
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('500')
})

it('a visitor’s form is that of whoever signs in over it, also once the session has ended', () => {
  const { result } = renderHook(() => useKept('ticket', ''))
  act(() => signIn('token of ana', ana))
  act(() => result.current[1]('731'))
  act(signOut)
  act(() => result.current[1]('732'))
  expect(readKept('ticket')).toBeNull()
  signIn('another token of ana', ana)
  expect(readKept('ticket')).toBe('"732"')
})

it('a form of somebody who has left forgets nothing of the next one’s', () => {
  signIn('token of ana', ana)
  const { result } = renderHook(() => useKept('transfer', ''))
  act(() => result.current[1]('500'))
  act(() => signIn('token of luis', luis))
  writeKept('transfer', '"7"', 'luis')
  act(() => result.current[2]())
  expect(readKept('transfer')).toBe('"7"')
})

it('who logged out by choice before somebody else did leaves nothing on a tab that wakes later', () => {
  signIn('token of ana', ana)
  writeKept('transfer', '"500"', 'ana')
  noteLeft('ana')
  noteLeft('luis')
  useSession.setState({ token: null, user: null })
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('500')
})

it('a device without room signs in and out all the same', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  keepFor('ana')
  writeKept('transfer', '"500"', 'ana')
  noteLeft('ana')
  keepFor(null)
  full.mockRestore()
  expect(readKept('transfer')).toBeNull()
})

it('a form that was sent as the session ended is not there again', () => {
  signIn('token of ana', ana)
  const { result } = renderHook(() => useKept('transfer', ''))
  act(() => result.current[1]('500'))
  act(signOut)
  act(() => result.current[2]())
  signIn('another token of ana', ana)
  expect(readKept('transfer')).toBeNull()
})

it('a code that a visitor typed is nobody’s once a session begins, of a practice account too', () => {
  writeKept('register', '{"email":"ana@correo.test","code":"123456"}', null)
  writeKept('reset', '{"email":"ana@correo.test","code":"123456"}', null)
  writeKept('code.register', '{"email":"ana@correo.test"}', null)
  signIn('token of a practice account', { id: 'practice', name: 'Guest', email: '' })
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('ana@correo.test')
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

it('a browser that forbids keeping anything has a session all the same, and keeps nothing', () => {
  vi.stubGlobal('sessionStorage', undefined)
  signIn('token of ana', ana)
  writeKept('transfer', '"500"', 'ana')
  expect(readKept('transfer')).toBeNull()
  signOut()
  vi.unstubAllGlobals()
})
