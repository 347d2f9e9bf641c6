import { accounts } from '@rueda/contract/accounts.ts'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { followOtherTabs } from './other-tabs.ts'
import { connectData, onSessionEnded } from './queries-session.ts'
import { push } from '../shared/live/push.ts'
import { SESSION_KEY, currentToken, signIn, signOut, useSession } from '../shared/security/session.ts'
import { call } from '../shared/server/api.ts'
import { queryClient } from '../shared/server/query-client.ts'
import { SETTINGS_KEY, useSettings } from '../shared/device/settings.ts'

const before = useSettings.getState()
/** The words of a language are fetched first. */
const PATIENCE = { timeout: 30_000 }
afterEach(() => useSettings.setState(before))

/** As another tab writes it; a browser notifies every tab but the one that wrote. */
function chooseElsewhere(state: object): void {
  const newValue = JSON.stringify({ state: { ...useSettings.getState(), ...state }, version: 0 })
  localStorage.setItem(SETTINGS_KEY, newValue)
  window.dispatchEvent(new StorageEvent('storage', { key: SETTINGS_KEY, newValue }))
}

it('what is chosen in one tab holds in the others', async () => {
  followOtherTabs()
  useSettings.setState({ language: 'es', theme: 'dark' })
  chooseElsewhere({ language: 'de', theme: 'light' })
  await vi.waitFor(() => expect(useSettings.getState()).toMatchObject({ language: 'de', theme: 'light' }), PATIENCE)
  chooseElsewhere({ language: 'de', theme: 'dark', hidesAmounts: true })
  await vi.waitFor(() => expect(useSettings.getState()).toMatchObject({ language: 'de', theme: 'dark', hidesAmounts: true }), PATIENCE)
})

describe('a session', () => {
  const ana = { id: 'ana', name: 'Ana', email: 'ana@correo.test' }
  /** Somebody who practises: their account is there as long as this device remembers it. */
  const luis = { id: 'luis', name: 'Luis', email: '' }
  const READ_BY_ANA = ['/wallets', {}]
  afterEach(() => {
    signOut()
    queryClient.clear()
    vi.unstubAllGlobals()
  })
  // Left alone, it would try to connect again when the page of this file is gone.
  afterAll(() => push.stop())

  const keptToken = (): unknown => (JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') as { state?: { token?: unknown } }).state?.token
  /** As another tab writes it. */
  function keepElsewhere(state: object): string {
    const newValue = JSON.stringify({ state, version: 0 })
    localStorage.setItem(SESSION_KEY, newValue)
    return newValue
  }
  const hear = (newValue: string): boolean => window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue }))
  function begin(): void {
    connectData()
    followOtherTabs()
    signIn('token of ana', ana)
    queryClient.setQueryData(READ_BY_ANA, { cash: '1000' })
  }

  it('that begins in one tab is the session of all, and nothing is left of the one before', () => {
    begin()
    hear(keepElsewhere({ token: 'token of luis', user: luis }))
    expect(useSession.getState()).toEqual({ token: 'token of luis', user: luis })
    expect(queryClient.getQueryData(READ_BY_ANA)).toBeUndefined()
  })

  it('that ends in one tab has ended in all', async () => {
    begin()
    const ended = vi.fn<() => void>()
    const stop = onSessionEnded(ended)
    hear(keepElsewhere({ token: null, user: null }))
    stop()
    expect(currentToken()).toBeNull()
    expect(ended).toHaveBeenCalledExactlyOnceWith('customer')
    await vi.waitFor(() => expect(queryClient.getQueryData(READ_BY_ANA)).toBeUndefined())
  })

  it('is found by a window that wakes up', () => {
    begin()
    keepElsewhere({ token: 'token of luis', user: luis })
    document.dispatchEvent(new Event('visibilitychange'))
    expect(currentToken()).toBe('token of luis')
  })

  describe('that the server refuses', () => {
    const refuse = () => {
      const answer = { code: 401, msg: '', data: null, venue: 'SIM' }
      vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(answer), { status: 401 })))
      return call(accounts.me, {}).catch(() => undefined)
    }

    it('is not the one that this device keeps by then: that one stays', async () => {
      begin()
      const ended = vi.fn<() => void>()
      const stop = onSessionEnded(ended)
      keepElsewhere({ token: 'token of luis', user: luis })
      await refuse()
      stop()
      expect(keptToken()).toBe('token of luis')
      expect(useSession.getState()).toEqual({ token: 'token of luis', user: luis })
      expect(ended).not.toHaveBeenCalled()
    })

    it('is over where this device keeps no other', async () => {
      begin()
      const ended = vi.fn<() => void>()
      const stop = onSessionEnded(ended)
      await refuse()
      stop()
      expect(keptToken()).toBeNull()
      expect(ended).toHaveBeenCalledOnce()
    })
  })
})
