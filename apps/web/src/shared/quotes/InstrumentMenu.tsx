import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { ArrowDownToLine, ArrowUpFromLine, BellPlus, ChartLine, Link, ListMinus, ListPlus, Star, StarOff } from 'lucide-react'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { useGo, useReturn } from '../pages/go.ts'
import { useSignedIn } from '../security/session.ts'
import { useText } from '../text/text.ts'
import { NewAlert } from './NewAlert.tsx'
import { isIndex, quoteHref, quotePathOf, ticketPathOf, ticketQuery } from './instrument.ts'
import { instrumentOf } from '../watchlist/edit-list.ts'
import { type Watching, useWatching } from '../watchlist/watching.ts'
import { useInstrumentName } from './instrument-name.ts'

const ListSwitches = lazy(async () => ({ default: (await import('../watchlist/ListsSheet.tsx')).ListSwitches }))
const NewListForm = lazy(async () => ({ default: (await import('../watchlist/NewListForm.tsx')).NewListForm }))

type Step = 'menu' | 'alert' | 'lists' | 'newList'
/** The step before each of the menu. */
const before = { menu: undefined, alert: 'menu', lists: 'menu', newList: 'lists' } as const satisfies Record<Step, Step | undefined>

type InstrumentMenu = Readonly<{ open: (quote: Quote) => void; sheet: ReactNode }>

type MenuOptions = Readonly<{
  /** Instead of the plain removal, for a list that offers to undo it. */
  onRemove?: (quote: Quote) => void
  /** Takes it off the list that it is shown in, where that is not the usual one. */
  onTakeOff?: (quote: Quote) => void
}>

/** The actions for an instrument of a list: `open` from its row, `sheet` somewhere in the screen. */
export function useInstrumentMenu({ onRemove, onTakeOff }: MenuOptions = {}): InstrumentMenu {
  const [quote, setQuote] = useState<Quote | null>(null)
  const [open, setOpen] = useState(false)
  const [step, setStep] = useState<Step>('menu')
  const t = useText('quotes')
  const alerts = useText('alerts')
  const nameOf = useInstrumentName()
  const watching = useWatching()
  const close = () => setOpen(false)
  const show = (shown: Quote) => {
    setQuote(shown)
    setStep('menu')
    setOpen(true)
  }
  const back = before[step]
  const titles: Readonly<Record<Step, (quote: Quote) => string>> = {
    menu: nameOf,
    alert: ({ stock_code }) => `${alerts('new')} · ${stock_code}`,
    lists: (shown) => t('lists.of', { name: nameOf(shown) }),
    newList: () => t('lists.new'),
  }
  const content: Readonly<Record<Step, (quote: Quote) => ReactNode>> = {
    menu: (shown) => (
      <MenuRows
        quote={shown}
        watching={watching}
        close={close}
        onRemove={onRemove}
        onTakeOff={onTakeOff}
        onAlert={() => setStep('alert')}
        onLists={() => setStep('lists')}
      />
    ),
    alert: (shown) => <NewAlert quote={shown} onDone={close} />,
    lists: (shown) => <ListSwitches quote={shown} onNew={() => setStep('newList')} />,
    newList: (shown) => <NewListForm instruments={[instrumentOf(shown)]} onDone={() => setStep('lists')} />,
  }
  const sheet = (
    <Sheet
      open={open}
      onClose={close}
      title={quote === null ? '' : titles[step](quote)}
      onBack={back === undefined ? undefined : () => setStep(back)}
    >
      {quote === null ? null : <Suspense fallback={null}>{content[step](quote)}</Suspense>}
    </Sheet>
  )
  return { open: show, sheet }
}

type MenuRowsProps = Readonly<{
  quote: Quote
  watching: Watching
  close: () => void
  onRemove?: ((quote: Quote) => void) | undefined
  onTakeOff?: ((quote: Quote) => void) | undefined
  onAlert: () => void
  onLists: () => void
}>

function MenuRows({ quote, watching, close, onRemove, onTakeOff, onAlert, onLists }: MenuRowsProps) {
  const t = useText('quotes')
  const go = useGo()
  const watched = watching.isWatched(quote)
  const toggle = () => {
    close()
    if (watched && onRemove !== undefined) onRemove(quote)
    else void watching.toggle(quote)
  }
  const takeOff = () => {
    close()
    onTakeOff?.(quote)
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
      {onTakeOff === undefined ? null : <ListRow icon={ListMinus} label={t('lists.takeOff')} onPress={takeOff} />}
      <ListsRow onLists={onLists} />
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

/** Opens the choice among lists; a guest signs in first. */
function ListsRow({ onLists }: Readonly<{ onLists: () => void }>) {
  const t = useText('quotes')
  const go = useGo()
  const here = useReturn()
  const signedIn = useSignedIn()
  return <ListRow icon={ListPlus} label={t('lists.choose')} onPress={signedIn ? onLists : () => go('pages/auth/login', { return: here })} />
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
