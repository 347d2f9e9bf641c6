import { createContext, use } from 'react'
import { type UiText, englishText } from './ui-text.ts'
import type { Language } from '../formats/languages.ts'
import type { Visit } from '../layout/use-scroll-memory.ts'

/**
 * Values that every component may need and no screen wants to pass along: the language, the words of the components
 * themselves, and the person's settings. The app provides it; without one, components speak English.
 */
export type Ui = Readonly<{
  language: Language
  text: UiText
  calm: boolean
  flashesPrices: boolean
  confirmsByTap: boolean
  onConfirmsByTap: (byTap: boolean) => void
  hidesAmounts: boolean
  onHidesAmounts: (hidden: boolean) => void
  vibrates: boolean
  offline: boolean
  /** The name of the scenario that is laid over the simulated market; null for none. */
  scenario: string | null
  /** Goes back; null on the tab pages, which have nothing behind them. */
  onBack: (() => void) | null
  /** The visit whose scroll position is remembered. */
  visit: Visit
  /** True for a screen that is one pane of several: it brings no bars of its own and no heading of the page. */
  docked: boolean
  /** True for a page that comes in from the side; the first one of all is there at once. */
  enters: boolean
}>

const nothing = () => undefined

const defaults: Ui = {
  language: 'en',
  text: englishText,
  calm: false,
  flashesPrices: true,
  confirmsByTap: false,
  onConfirmsByTap: nothing,
  hidesAmounts: false,
  onHidesAmounts: nothing,
  vibrates: true,
  offline: false,
  scenario: null,
  onBack: null,
  visit: { key: '', inPlace: false },
  docked: false,
  enters: true,
}

const UiContext = createContext<Ui>(defaults)

export const UiProvider = UiContext
export const useUi = (): Ui => use(UiContext)
