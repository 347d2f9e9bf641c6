import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { IconButton } from '@rueda/ui/IconButton.tsx'
import { ListRow } from '@rueda/ui/ListRow.tsx'
import { Sheet } from '@rueda/ui/Sheet.tsx'
import { BellPlus, Ellipsis, RotateCw } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import { useGo, useReturn } from '../../app/go.ts'
import { useRefresh } from '../../app/queries-refresh.tsx'
import { useSignedIn } from '../../app/session.ts'
import { useText } from '../../app/text.ts'
import { ShareRow } from './InstrumentMenu.tsx'
import { StarButton } from './StarButton.tsx'
import { isIndex, marketOf } from './instrument.ts'
import { useWatching } from './watching.ts'

const AlertForm = lazy(async () => ({ default: (await import('../alerts/AlertForm.tsx')).AlertForm }))

/** Star and menu in the navbar of a quote. */
export function QuoteActions({ quote }: { quote: Quote }) {
  const t = useText('quotes')
  const alerts = useText('alerts')
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
        title={step === 'menu' ? quote.name : `${alerts('new')} · ${quote.stock_code}`}
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
  const go = useGo()
  const here = useReturn()
  const signedIn = useSignedIn()
  const reread = useRefresh()
  const refresh = () => {
    close()
    void reread()
  }
  return (
    <div className="divide-y divide-line">
      <ListRow icon={BellPlus} label={t('menu.alert')} onPress={signedIn ? onAlert : () => go('pages/auth/login', { return: here })} />
      <ShareRow quote={quote} close={close} />
      <ListRow icon={RotateCw} label={t('menu.refresh')} onPress={refresh} />
    </div>
  )
}

function NewAlert({ quote, onDone }: Readonly<{ quote: Quote; onDone: () => void }>) {
  const { name, stock_code, market, decimals, price_nominal } = quote
  const subject = { name, stockCode: stock_code, market: marketOf(market), decimals, price: price_nominal, hasVolume: !isIndex(quote) }
  return (
    <Suspense fallback={null}>
      <AlertForm subject={subject} onDone={onDone} />
    </Suspense>
  )
}
