import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { useText } from '../text/text.ts'
import { instrumentOf } from '../watchlist/edit-list.ts'
import { NewAlert } from './NewAlert.tsx'
import { useInstrumentName } from './instrument-name.ts'

const ListSwitches = lazy(async () => ({ default: (await import('../watchlist/ListsSheet.tsx')).ListSwitches }))
const NewListForm = lazy(async () => ({ default: (await import('../watchlist/NewListForm.tsx')).NewListForm }))

type Step = 'menu' | 'alert' | 'lists' | 'newList'
/** The step before each of the menu. */
const before = { menu: undefined, alert: 'menu', lists: 'menu', newList: 'lists' } as const satisfies Record<Step, Step | undefined>

/** What the rows of a menu lead to within its sheet. */
export type MenuSteps = Readonly<{ close: () => void; onAlert: () => void; onLists: () => void }>

type InstrumentSheet = Readonly<{
  show: () => void
  sheet: (quote: Quote | null, menu: (quote: Quote, steps: MenuSteps) => ReactNode) => ReactNode
}>

/** The sheet of an instrument: its menu, and behind it a new alert and the choice among lists. */
export function useInstrumentSheet(): InstrumentSheet {
  const t = useText('quotes')
  const alerts = useText('alerts')
  const nameOf = useInstrumentName()
  const [open, setOpen] = useState(false)
  const [step, setStep] = useState<Step>('menu')
  const close = () => setOpen(false)
  const back = before[step]
  const titles: Readonly<Record<Step, (quote: Quote) => string>> = {
    menu: nameOf,
    alert: ({ stock_code }) => `${alerts('new')} · ${stock_code}`,
    lists: (quote) => t('lists.of', { name: nameOf(quote) }),
    newList: () => t('lists.new'),
  }
  const steps: MenuSteps = { close, onAlert: () => setStep('alert'), onLists: () => setStep('lists') }
  const behind: Readonly<Record<Exclude<Step, 'menu'>, (quote: Quote) => ReactNode>> = {
    alert: (quote) => <NewAlert quote={quote} onDone={close} />,
    lists: (quote) => <ListSwitches quote={quote} onNew={() => setStep('newList')} />,
    newList: (quote) => <NewListForm instruments={[instrumentOf(quote)]} onDone={() => setStep('lists')} />,
  }
  return {
    show: () => {
      setStep('menu')
      setOpen(true)
    },
    sheet: (quote, menu) => (
      <Sheet
        open={open}
        onClose={close}
        title={quote === null ? '' : titles[step](quote)}
        onBack={back === undefined ? undefined : () => setStep(back)}
      >
        {quote === null ? null : <Suspense fallback={null}>{step === 'menu' ? menu(quote, steps) : behind[step](quote)}</Suspense>}
      </Sheet>
    ),
  }
}
