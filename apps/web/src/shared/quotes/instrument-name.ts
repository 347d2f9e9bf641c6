import { localeOf } from '@rueda/ui/formats/languages.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { type NamedInstrument, instrumentName } from '@rueda/text/instrument-name.ts'
import { useMemo } from 'react'
import { useText } from '../text/text.ts'

/** A row of the wire, whichever way it writes the code. */
type Shown = Readonly<{ market: string; name: string }> & (Readonly<{ stock_code: string }> | Readonly<{ stockCode: string }>)
export type NameOf = (shown: Shown) => string

/** What instruments are called in the reader's language: const nameOf = useInstrumentName(); nameOf(quote) */
export function useInstrumentName(): NameOf {
  const t = useText('instruments')
  return useMemo(() => (shown) => instrumentName(t, named(shown)), [t])
}

/** What instruments are called, and how the reader's language sorts it. */
export type Naming = Readonly<{ nameOf: NameOf; compare: (one: string, other: string) => number }>
export function useNaming(): Naming {
  const { language } = useUi()
  const nameOf = useInstrumentName()
  return useMemo(() => ({ nameOf, compare: new Intl.Collator(localeOf(language)).compare }), [nameOf, language])
}

/** The names of what is named by its id, whose code of an index, a contract or a pair never changes. */
export function useNameOfId(): (held: Readonly<{ instrumentId: string; name: string }>) => string {
  const t = useText('instruments')
  return useMemo(
    () =>
      ({ instrumentId, name }) => {
        const [market = '', code = ''] = instrumentId.split(':')
        return instrumentName(t, { market, code, name })
      },
    [t],
  )
}

const named = (shown: Shown): NamedInstrument => ({
  market: shown.market,
  name: shown.name,
  code: 'stock_code' in shown ? shown.stock_code : shown.stockCode,
})
