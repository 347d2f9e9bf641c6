import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { ArrowDownToLine, ArrowUpFromLine, BellPlus, ChartLine, Link, ListMinus, ListPlus, Star, StarOff } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useGo, useReturn } from '../pages/go.ts'
import { useSignedIn } from '../security/session.ts'
import { useText } from '../text/text.ts'
import { type MenuSteps, useInstrumentSheet } from './InstrumentSheet.tsx'
import { isIndex, quoteHref, quotePathOf, ticketPathOf, ticketQuery } from './instrument.ts'
import { type Watching, useWatching } from '../watchlist/watching.ts'

export type MenuOptions = Readonly<{
  /** Instead of the plain removal, for a list that offers to undo it. */
  onRemove?: ((quote: Quote) => void) | undefined
  /** Takes it off the list that it is shown in, where that is not the usual one. */
  onTakeOff?: ((quote: Quote) => void) | undefined
}>

type ActionsProps = MenuOptions & Readonly<{ quote: Quote; opening: number }>

/** The sheet with the actions for an instrument; each `opening` begins it anew. */
export function InstrumentActions({ quote, opening, onRemove, onTakeOff }: ActionsProps) {
  const watching = useWatching()
  const { show, sheet } = useInstrumentSheet()
  const begin = useEffectEvent(show)
  useEffect(() => begin(), [opening])
  return sheet(quote, (shown, steps) => <MenuRows quote={shown} watching={watching} onRemove={onRemove} onTakeOff={onTakeOff} {...steps} />)
}

type MenuRowsProps = MenuSteps & MenuOptions & Readonly<{ quote: Quote; watching: Watching }>

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
export function ListsRow({ onLists }: Readonly<{ onLists: () => void }>) {
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
