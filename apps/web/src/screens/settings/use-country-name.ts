import { useUi } from '@rueda/ui/provider/context.tsx'
import { localeOf } from '@rueda/ui/formats/languages.ts'

/** A country's name in the reader's language; its code where that has none. */
export function useCountryName(): (code: string) => string {
  const { language } = useUi()
  const names = new Intl.DisplayNames([localeOf(language)], { type: 'region' })
  return (code) => names.of(code) ?? code
}
