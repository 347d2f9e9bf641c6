import { language } from './language.ts'
import { type Say, sayIn } from './words/all.ts'

export type { WordKey } from './words/all.ts'

/** The console's words in the language that is chosen on this device. */
export const say: Say = (key, values) => sayIn(language())(key, values)
