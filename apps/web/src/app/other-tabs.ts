import { isLanguage } from '@rueda/ui/formats/languages.ts'
import { followSession } from './queries-session.ts'
import { SETTINGS_KEY, useSettings } from '../shared/device/settings.ts'
import { SESSION_KEY } from '../shared/security/session.ts'
import { wordsOf } from '../shared/text/text.ts'

type Kept = Readonly<{ state?: Readonly<{ language?: string }> }>

/**
 * Follows what is chosen in another tab of this browser, and who signs in or out there: all tabs have one session. The words of a language
 * are there before the switch to it.
 */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (newValue === null) return
    if (key === SESSION_KEY) followSession()
    if (key !== SETTINGS_KEY) return
    const { state: { language = '' } = {} } = JSON.parse(newValue) as Kept
    const words = isLanguage(language) ? wordsOf(language) : Promise.resolve()
    words.then(() => useSettings.persist.rehydrate()).catch(() => undefined)
  })
  // A page that was set aside hears nothing of what happens meanwhile.
  window.addEventListener('pageshow', followSession)
  document.addEventListener('visibilitychange', () => (document.hidden ? undefined : followSession()))
}
