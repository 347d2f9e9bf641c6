import { Card } from '@rueda/ui/layout/Card.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useInstrumentMenu } from '../../shared/quotes/InstrumentMenu.tsx'
import { InstrumentRow } from '../../shared/quotes/InstrumentRow.tsx'
import { useWatched } from '../../shared/watchlist/watching.ts'
import { useCloses } from '../../shared/watchlist/closes.ts'
import { useGiveDeviceOrder } from '../../shared/watchlist/device-order.ts'

const SHOWN = 5

/** The first of my usual list, in my order. */
export function WatchedCard() {
  const t = useText('home')
  const watched = useWatched()
  useGiveDeviceOrder()
  const menu = useInstrumentMenu()
  const closes = useCloses(watched.data ?? [])
  return (
    <Card rows title={t('watched')} action={<TextLink href={hrefTo('pages/watchlist/index')}>{t('all')}</TextLink>}>
      <Loaded
        query={watched}
        reason={whyFailed}
        skeleton={<SkeletonRows rows={3} />}
        isEmpty={(list) => list.length === 0}
        empty={<NothingWatched />}
      >
        {(list) => (
          <div className="divide-y divide-line">
            {list.slice(0, SHOWN).map((quote) => (
              <InstrumentRow key={quote.code} quote={quote} closes={closes.get(quote.code)} onMenu={menu.open} />
            ))}
          </div>
        )}
      </Loaded>
      {menu.sheet}
    </Card>
  )
}

function NothingWatched() {
  const t = useText('home')
  return <p className="py-4 text-meta text-text3">{t('watched.none')}</p>
}
