import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { ArrowDownToLine, ArrowUpFromLine, BellPlus, ChartLine, Link, Star, StarOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useGo, useReturn } from '../pages/go.ts'
import { useSignedIn } from '../security/session.ts'
import { useText } from '../text/text.ts'
import { NewAlert } from './NewAlert.tsx'
import { isIndex, quoteHref, quotePathOf, ticketPathOf, ticketQuery } from './instrument.ts'
import { type Watching, useWatching } from '../watchlist/watching.ts'
import { useInstrumentName } from './instrument-name.ts'

type InstrumentMenu = Readonly<{ open: (quote: Quote) => void; sheet: ReactNode }>

type MenuOptions = Readonly<{
  /** Instead of the plain removal, for a list that offers to undo it. */
  onRemove?: (quote: Quote) => void
}>

/** The actions for an instrument of a list: `open` from its row, `sheet` somewhere in the screen. */
export function useInstrumentMenu({ onRemove }: MenuOptions = {}): InstrumentMenu {
  const [quote, setQuote] = useState<Quote | null>(null)
  const [open, setOpen] = useState(false)
  const [step, setStep] = useState<'menu' | 'alert'>('menu')
  const alerts = useText('alerts')
  const nameOf = useInstrumentName()
  const watching = useWatching()
  const close = () => setOpen(false)
  const show = (shown: Quote) => {
    setQuote(shown)
    setStep('menu')
    setOpen(true)
  }
  const sheet = (
    <Sheet
      open={open}
      onClose={close}
      title={step === 'menu' ? (quote === null ? '' : nameOf(quote)) : `${alerts('new')} · ${quote?.stock_code ?? ''}`}
      onBack={step === 'menu' ? undefined : () => setStep('menu')}
    >
      {quote === null ? null : step === 'menu' ? (
        <MenuRows quote={quote} watching={watching} close={close} onRemove={onRemove} onAlert={() => setStep('alert')} />
      ) : (
        <NewAlert quote={quote} onDone={close} />
      )}
    </Sheet>
  )
  return { open: show, sheet }
}

type MenuRowsProps = Readonly<{
  quote: Quote
  watching: Watching
  close: () => void
  onRemove?: ((quote: Quote) => void) | undefined
  onAlert: () => void
}>

function MenuRows({ quote, watching, close, onRemove, onAlert }: MenuRowsProps) {
  const t = useText('quotes')
  const go = useGo()
  const watched = watching.isWatched(quote)
  const toggle = () => {
    close()
    if (watched && onRemove !== undefined) onRemove(quote)
    else void watching.toggle(quote)
  }
  return (
    <div className="divide-y divide-line">
      {isIndex(quote) ? null : (
        <>
          <ListRow icon={ArrowDownToLine} label={t('buy')} onPress={() => go(ticketPathOf(quote), ticketQuery(quote, 'buy'))} />
          <ListRow icon={ArrowUpFromLine} label={t('sell')} onPress={() => go(ticketPathOf(quote), ticketQuery(quote, 'sell'))} />
        </>
      )}
      <ListRow icon={watched ? StarOff : Star} label={t(watched ? 'menu.unwatch' : 'menu.watch')} onPress={toggle} />
      <AlertRow onAlert={onAlert} />
      <ListRow
        icon={ChartLine}
        label={t('menu.open')}
        onPress={() => go(quotePathOf(quote), { name: quote.name, code: quote.stock_code, market: quote.market, source: quote.source })}
      />
      <ShareRow quote={quote} close={close} />
    </div>
  )
}

/** Opens the form for an alert; a guest signs in first. */
export function AlertRow({ onAlert }: Readonly<{ onAlert: () => void }>) {
  const t = useText('quotes')
  const go = useGo()
  const here = useReturn()
  const signedIn = useSignedIn()
  return <ListRow icon={BellPlus} label={t('menu.alert')} onPress={signedIn ? onAlert : () => go('pages/auth/login', { return: here })} />
}

/** Copies the address of the quote page. */
export function ShareRow({ quote, close }: Readonly<{ quote: Quote; close: () => void }>) {
  const t = useText('quotes')
  const share = async () => {
    close()
    try {
      await navigator.clipboard.writeText(new URL(quoteHref(quote), location.href).href)
      void toast(t('menu.copied'))
    } catch {
      void toast(t('menu.notCopied'), 'error')
    }
  }
  return <ListRow icon={Link} label={t('menu.share')} onPress={() => void share()} />
}
