import { type Language, localeOf } from '@rueda/ui/formats/languages.ts'

/** "2026-11" as people say it: "noviembre de 2026". */
export function monthName(language: Language, month: string): string {
  const words = new Intl.DateTimeFormat(`${localeOf(language)}-u-nu-latn-ca-gregory`, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return words.format(Date.parse(`${month}-01T00:00:00Z`))
}
