import { type Language, languageOfTag } from '@rueda/ui/formats/languages.ts'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/**
 * A person's choices for this device: kept here, never sent. `public/theme.js` reads the same entry before the first
 * paint, so its name and the names `theme`, `updown` and `reducesMotion` stay as they are.
 */
export type Theme = 'system' | 'dark' | 'light'
export type Updown = 'green-red' | 'red-green' | 'blue-orange'

/** Sizes that articles are read in, the smallest first. */
export const articleSizes = ['small', 'usual', 'large'] as const
export type ArticleSize = (typeof articleSizes)[number]

export type Settings = Readonly<{
  theme: Theme
  updown: Updown
  language: Language
  /** True once the language was chosen or the offer answered; false while it is only assumed. */
  languageSettled: boolean
  reducesMotion: boolean
  flashesPrices: boolean
  confirmsByTap: boolean
  hidesAmounts: boolean
  hidesAmountsAtStart: boolean
  vibrates: boolean
  usesShortcuts: boolean
  /** Messages beside other windows, and the hours of this device in which none are shown. */
  notifies: boolean
  usesQuietHours: boolean
  quietFrom: number
  quietUntil: number
  articleSize: ArticleSize
}>

export const SETTINGS_KEY = 'rueda.settings'

const initial: Settings = {
  theme: 'system',
  updown: 'green-red',
  language: 'es',
  languageSettled: false,
  reducesMotion: false,
  flashesPrices: true,
  confirmsByTap: false,
  hidesAmounts: false,
  hidesAmountsAtStart: false,
  vibrates: true,
  usesShortcuts: true,
  notifies: false,
  usesQuietHours: false,
  quietFrom: 22,
  quietUntil: 7,
  articleSize: 'usual',
}

const withPrivacyOfStart = (settings: Settings): Settings => ({
  ...settings,
  hidesAmounts: settings.hidesAmounts || settings.hidesAmountsAtStart,
})

export const useSettings = create<Settings>()(
  persist(() => initial, {
    name: SETTINGS_KEY,
    merge: (kept, current) => withPrivacyOfStart({ ...current, ...(kept as Partial<Settings>) }),
  }),
)

export const change = (settings: Partial<Settings>): void => void useSettings.setState(settings)

/** The one of our languages that the browser asks for, when it is another than the one we start with. */
export function languageToOffer(): Language | null {
  const { languageSettled, language } = useSettings.getState()
  if (languageSettled) return null
  const asked = languageOfTag(browserTag())
  return asked === null || asked === language ? null : asked
}

/** Some browsers report tags `Intl` cannot read, such as "en-US@posix". */
function browserTag(): string {
  const [tag = ''] = navigator.language.split('@')
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? ''
  } catch {
    return ''
  }
}
