import type { Feature, TextKey } from '@rueda/text/keys.ts'
import type { Access } from './routes.ts'

/**
 * The screens the app does not show yet, in one list: the features whose screens are still to be built, the addresses
 * they will have, and the words of other features that wait for them. Until then such an address shows that there is no
 * page, and nothing else names it. A screen that is built moves its line to `routes.ts`; a feature with all its screens
 * leaves the list.
 */
type PlannedPage = Readonly<{ access: Access; title: Extract<TextKey<'titles'>, string> }>
type Planned = Readonly<{
  /** The feature whose file in every language has its words. */
  feature: Feature | null
  pages: Readonly<Record<`pages/${string}`, PlannedPage>>
  /** The names of its states, in `status.json`. */
  states: readonly Extract<TextKey<'status'>, string>[]
}>

export const planned: readonly Planned[] = []
