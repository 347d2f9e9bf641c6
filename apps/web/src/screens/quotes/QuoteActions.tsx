import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Ellipsis, RotateCw } from 'lucide-react'
import { useRefresh } from '../../shared/pages/refresh.tsx'
import { useText } from '../../shared/text/text.ts'
import { AlertRow, ListsRow, ShareRow } from '../../shared/quotes/InstrumentActions.tsx'
import { type MenuSteps, useInstrumentSheet } from '../../shared/quotes/InstrumentSheet.tsx'
import { StarButton } from '../../shared/quotes/StarButton.tsx'
import { useWatching } from '../../shared/watchlist/watching.ts'

/** Star and menu in the navbar of a quote. */
export function QuoteActions({ quote }: { quote: Quote }) {
  const t = useText('quotes')
  const watching = useWatching()
  const { show, sheet } = useInstrumentSheet()
  return (
    <>
      <StarButton quote={quote} watching={watching} />
      <IconButton icon={Ellipsis} label={t('menu')} onPress={show} />
      {sheet(quote, (shown, steps) => (
        <MenuRows quote={shown} {...steps} />
      ))}
    </>
  )
}

function MenuRows({ quote, close, onAlert, onLists }: MenuSteps & Readonly<{ quote: Quote }>) {
  const t = useText('quotes')
  const reread = useRefresh()
  const refresh = () => {
    close()
    void reread()
  }
  return (
    <div className="divide-y divide-line">
      <ListsRow onLists={onLists} />
      <AlertRow onAlert={onAlert} />
      <ShareRow quote={quote} close={close} />
      <ListRow icon={RotateCw} label={t('menu.refresh')} onPress={refresh} />
    </div>
  )
}
