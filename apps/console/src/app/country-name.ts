import { language } from './language.ts'

const names = new Intl.DisplayNames([language()], { type: 'region' })

/** A country's name as the console's language has it; its code where that has none. */
export const countryName = (code: string): string => names.of(code) ?? code
