import { afterEach, expect, it, vi } from 'vitest'
import { followOtherTabs } from './other-tabs.ts'
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
