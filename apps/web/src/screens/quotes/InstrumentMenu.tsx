import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { ListRow } from '@rueda/ui/ListRow.tsx'
import { Sheet } from '@rueda/ui/Sheet.tsx'
import { toast } from '@rueda/ui/toast.ts'
import { ArrowDownToLine, ArrowUpFromLine, ChartLine, Link, Star, StarOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useGo } from '../../app/go.ts'
import { useText } from '../../app/text.ts'
import { isIndex, quoteHref, quotePathOf, ticketPathOf, ticketQuery } from './instrument.ts'
import { type Watching, useWatching } from './watching.ts'

type InstrumentMenu = Readonly<{ open: (quote: Quote) => void; sheet: ReactNode }>

type MenuOptions = Readonly<{
  /** Instead of the plain removal, for a list that offers to undo it. */
  onRemove?: (quote: Quote) => void
}>

/** What can be done with an instrument of a list: `open` from its row, `sheet` somewhere in the screen. */
export function useInstrumentMenu({ onRemove }: MenuOptions = {}): InstrumentMenu {
  const [quote, setQuote] = useState<Quote | null>(null)
  const [open, setOpen] = useState(false)
  const watching = useWatching()
  const close = () => setOpen(false)
  const show = (shown: Quote) => {
    setQuote(shown)
    setOpen(true)
  }
  const sheet = (
    <Sheet open={open} onClose={close} title={quote?.name ?? ''}>
      {quote === null ? null : <MenuRows quote={quote} watching={watching} close={close} onRemove={onRemove} />}
    </Sheet>
  )
  return { open: show, sheet }
}

type MenuRowsProps = Readonly<{ quote: Quote; watching: Watching; close: () => void; onRemove?: ((quote: Quote) => void) | undefined }>

function MenuRows({ quote, watching, close, onRemove }: MenuRowsProps) {
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
      <ListRow
        icon={ChartLine}
        label={t('menu.open')}
        onPress={() => go(quotePathOf(quote), { name: quote.name, code: quote.stock_code, market: quote.market, source: quote.source })}
      />
      <ShareRow quote={quote} close={close} />
    </div>
  )
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
