import { language } from './language.ts'

const names = new Intl.DisplayNames([language()], { type: 'region' })

/** Returns a country's name in the console's language, or its code where that has none. */
export const countryName = (code: string): string => names.of(code) ?? code
