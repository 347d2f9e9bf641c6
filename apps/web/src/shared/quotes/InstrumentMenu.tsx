import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { patiently } from '@rueda/ui/loading/patiently.ts'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { wholeText } from '../text/text.ts'
import type { MenuOptions } from './InstrumentActions.tsx'

const loadActions = () => Promise.all([import('./InstrumentActions.tsx'), wholeText()])
const InstrumentActions = lazy(async () => ({ default: (await patiently(loadActions))[0].InstrumentActions }))

/** Fetches the actions before somebody asks for them; the app calls it when idle. */
export const prepareMenus = (): void => void loadActions().catch(() => undefined)

type InstrumentMenu = Readonly<{ open: (quote: Quote) => void; sheet: ReactNode }>

/** The actions for an instrument of a list: `open` from its row, `sheet` somewhere in the screen. */
export function useInstrumentMenu(options: MenuOptions = {}): InstrumentMenu {
  const [asked, setAsked] = useState<Readonly<{ quote: Quote; opening: number }> | null>(null)
  return {
    open: (quote) => setAsked((before) => ({ quote, opening: (before?.opening ?? 0) + 1 })),
    sheet:
      asked === null ? null : (
        <Suspense fallback={null}>
          <InstrumentActions {...options} {...asked} />
        </Suspense>
      ),
  }
}
