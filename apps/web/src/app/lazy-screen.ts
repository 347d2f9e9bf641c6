import { type ComponentType, lazy } from 'react'
import type { FetchedScreen } from '../screens.ts'
import { tradingText, wholeText } from '../shared/text/text.ts'

const LOAD_WITHIN_MS = 60_000

/** A screen of the app. `again` repeats a failed loading; `prepare` fetches its code and words in advance. */
export type AppScreen = Readonly<{ component: () => ComponentType; again: () => void; prepare: () => void }>

/** A screen whose code and words are there from the start. */
export const presentScreen = (screen: ComponentType): AppScreen => ({
  component: () => screen,
  again: () => undefined,
  prepare: () => undefined,
})

const screenTable = () => import('../screens.ts')

/** Fetches where all screens are, before any of them; a failure is met where one is shown. */
export const prepareScreens = (): void => void screenTable().catch(() => undefined)

/** Screens of trading have a file of words of their own. */
const TRADING = /^(quotes|orders)\//u

/** A screen whose code is fetched, with its words, when it is first shown. */
export function lazyScreen(name: FetchedScreen): AppScreen {
  const words = TRADING.test(name) ? tradingText : wholeText
  const load = async () => (await screenTable()).screens[name]()
  const fetchAll = async () => {
    const [screen] = await Promise.all([load(), words()])
    return screen
  }
  let component = lazy(() => within(fetchAll()))
  return {
    component: () => component,
    again: () => void (component = lazy(() => within(fetchAll()))),
    prepare: () => void fetchAll().catch(() => undefined),
  }
}

function within<Value>(loading: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('The page did not arrive.', 'TimeoutError')), LOAD_WITHIN_MS)
    loading.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
