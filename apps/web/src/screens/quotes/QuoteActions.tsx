import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { Ellipsis, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useRefresh } from '../../shared/pages/refresh.tsx'
import { useText } from '../../shared/text/text.ts'
import { AlertRow, ShareRow } from '../../shared/quotes/InstrumentMenu.tsx'
import { NewAlert } from '../../shared/quotes/NewAlert.tsx'
import { StarButton } from '../../shared/quotes/StarButton.tsx'
import { useWatching } from '../../shared/watchlist/watching.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'

/** Star and menu in the navbar of a quote. */
export function QuoteActions({ quote }: { quote: Quote }) {
  const t = useText('quotes')
  const alerts = useText('alerts')
  const nameOf = useInstrumentName()
  const watching = useWatching()
  const [open, setOpen] = useState(false)
  const [step, setStep] = useState<'menu' | 'alert'>('menu')
  const close = () => setOpen(false)
  const openMenu = () => {
    setStep('menu')
    setOpen(true)
  }
  return (
    <>
      <StarButton quote={quote} watching={watching} />
      <IconButton icon={Ellipsis} label={t('menu')} onPress={openMenu} />
      <Sheet
        open={open}
        onClose={close}
        title={step === 'menu' ? nameOf(quote) : `${alerts('new')} · ${quote.stock_code}`}
        onBack={step === 'menu' ? undefined : () => setStep('menu')}
      >
        {step === 'menu' ? (
          <MenuRows quote={quote} close={close} onAlert={() => setStep('alert')} />
        ) : (
          <NewAlert quote={quote} onDone={close} />
        )}
      </Sheet>
    </>
  )
}

type MenuRowsProps = Readonly<{ quote: Quote; close: () => void; onAlert: () => void }>

function MenuRows({ quote, close, onAlert }: MenuRowsProps) {
  const t = useText('quotes')
  const reread = useRefresh()
  const refresh = () => {
    close()
    void reread()
  }
  return (
    <div className="divide-y divide-line">
      <AlertRow onAlert={onAlert} />
      <ShareRow quote={quote} close={close} />
      <ListRow icon={RotateCw} label={t('menu.refresh')} onPress={refresh} />
    </div>
  )
}
