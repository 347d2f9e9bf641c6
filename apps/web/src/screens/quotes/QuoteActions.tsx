import type { Quote } from '@rueda/contract/quotes.ts'
import { IconButton } from '@rueda/ui/IconButton.tsx'
import { ListRow } from '@rueda/ui/ListRow.tsx'
import { Sheet } from '@rueda/ui/Sheet.tsx'
import { Ellipsis, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useRefresh } from '../../app/queries-refresh.tsx'
import { useText } from '../../app/text.ts'
import { ShareRow } from './InstrumentMenu.tsx'
import { StarButton } from './StarButton.tsx'
import { useWatching } from './watching.ts'

/** Star and menu in the navbar of a quote. */
export function QuoteActions({ quote }: { quote: Quote }) {
  const t = useText('quotes')
  const watching = useWatching()
  const reread = useRefresh()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const refresh = () => {
    close()
    void reread()
  }
  return (
    <>
      <StarButton quote={quote} watching={watching} />
      <IconButton icon={Ellipsis} label={t('menu')} onPress={() => setOpen(true)} />
      <Sheet open={open} onClose={close} title={quote.name}>
        <div className="divide-y divide-line">
          <ShareRow quote={quote} close={close} />
          <ListRow icon={RotateCw} label={t('menu.refresh')} onPress={refresh} />
        </div>
      </Sheet>
    </>
  )
}
