import { quotes } from '@rueda/contract/quotes.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Logo } from '@rueda/ui/quotes/Logo.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPrice } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { NewAlert } from '../../shared/quotes/NewAlert.tsx'
import { marketOf } from '../../shared/quotes/instrument.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'
import { useLastInstrument } from '../../shared/quotes/last-instrument.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { useWatched } from '../../shared/watchlist/watching.ts'

/** A new alert: on what was looked at last or is watched, or on anything that is searched for. */
export function AddSheet({ open, onClose }: Readonly<{ open: boolean; onClose: () => void }>) {
  const t = useText('alerts')
  const [chosen, setChosen] = useState<Quote | null>(null)
  const close = () => {
    setChosen(null)
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      onBack={chosen === null ? undefined : () => setChosen(null)}
      title={chosen === null ? t('new') : `${t('new')} · ${chosen.stock_code}`}
    >
      {chosen === null ? <Choice onChoose={setChosen} /> : <NewAlert quote={chosen} onDone={close} />}
    </Sheet>
  )
}

function Choice({ onChoose }: Readonly<{ onChoose: (quote: Quote) => void }>) {
  const t = useText('alerts')
  const last = useLast()
  const watched = useWatched()
  return (
    <>
      <Loaded query={watched} reason={whyFailed} skeleton={<SkeletonRows rows={4} />}>
        {(list) => (
          <div className="divide-y divide-line">
            {[...(last === null ? [] : [last]), ...list.filter(({ code }) => code !== last?.code)].map((quote) => (
              <InstrumentChoice key={quote.code} quote={quote} onPress={() => onChoose(quote)} />
            ))}
          </div>
        )}
      </Loaded>
      <div className="pt-3">
        <Button wide tone="secondary" href={hrefTo('pages/search/index')}>
          {t('find')}
        </Button>
      </div>
    </>
  )
}

/** The instrument looked at last, which is what one most likely wants to hear of. */
function useLast(): Quote | null {
  const { stockCode, market } = useLastInstrument()
  const { data } = useQuery({
    ...query(quotes.detail, { stockCode: stockCode ?? '', market: marketOf(market) }),
    enabled: stockCode !== null,
  })
  return data ?? null
}

function InstrumentChoice({ quote, onPress }: Readonly<{ quote: Quote; onPress: () => void }>) {
  const nameOf = useInstrumentName()
  const { language } = useUi()
  return (
    <ListRow
      leading={<Logo code={quote.stock_code} src={quote.localLogoUrl} />}
      label={nameOf(quote)}
      detail={quote.stock_code}
      trailing={formatPrice(language, quote.price_nominal, quote.decimals)}
      onPress={onPress}
    />
  )
}
