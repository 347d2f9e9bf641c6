import { language } from './language.ts'
import { type Say, isWordKey, sayIn } from './words/all.ts'

export type { WordKey } from './words/all.ts'

/** The console's words in the language that is chosen on this device. */
export const say: Say = (key, values) => sayIn(language())(key, values)

/** Returns the words for a name from a server of another version; a name without words is shown as it is. */
export const wordOr = (key: string, otherwise: string): string => (isWordKey(key) ? say(key) : otherwise)
