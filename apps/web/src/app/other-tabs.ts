import { isLanguage } from '@rueda/ui/formats/languages.ts'
import { SETTINGS_KEY, useSettings } from '../shared/device/settings.ts'
import { wordsOf } from '../shared/text/text.ts'

type Kept = Readonly<{ state?: Readonly<{ language?: string }> }>

/** Follows what is chosen in another tab of this browser; the words of its language are there before the switch. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== SETTINGS_KEY || newValue === null) return
    const { state: { language = '' } = {} } = JSON.parse(newValue) as Kept
    const words = isLanguage(language) ? wordsOf(language) : Promise.resolve()
    words.then(() => useSettings.persist.rehydrate()).catch(() => undefined)
  })
}
