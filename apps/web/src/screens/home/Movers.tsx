import { Card } from '@rueda/ui/layout/Card.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hrefTo } from '../../shared/pages/go.ts'
import { usePoll } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useInstrumentMenu } from '../../shared/quotes/InstrumentMenu.tsx'
import { InstrumentRow } from '../../shared/quotes/InstrumentRow.tsx'
import { type MoversList, moversLists, moversRead } from './reads.ts'

/** A ranking moves slowly even while its prices do not. */
const RANKING_MS = 30_000

/** Five of each ranking, with a link to the whole of it. */
export function Movers() {
  const t = useText('home')
  const [list, choose] = useState<MoversList>('active')
  const menu = useInstrumentMenu()
  const poll = usePoll('rows')
  const read = useQuery({ ...moversRead(list), refetchInterval: poll === false ? RANKING_MS : poll })
  return (
    <Card label={t('movers')} className="pt-0 pb-1">
      <ScrollTabs
        label={t('movers')}
        tabs={moversLists.map((value) => ({ value, label: t(`movers.${value}`) }))}
        value={list}
        onChange={choose}
      />
      <div role="tabpanel" aria-label={t(`movers.${list}`)} className="min-h-80 divide-y divide-line">
        <Loaded query={read} reason={whyFailed} isEmpty={(rows) => rows.length === 0} empty={<NoMovers />}>
          {(rows) => (
            <div className="divide-y divide-line">
              {rows.map((quote) => (
                <InstrumentRow key={quote.code} quote={quote} onMenu={menu.open} />
              ))}
            </div>
          )}
        </Loaded>
      </div>
      <div className="flex min-h-11 items-center justify-center border-t border-line">
        <TextLink href={list === 'popular' ? hrefTo('pages/product/popular') : hrefTo('pages/market/index', { tab: list })}>
          {t('movers.more')}
        </TextLink>
      </div>
      {menu.sheet}
    </Card>
  )
}

function NoMovers() {
  const t = useText('home')
  return <p className="grid min-h-80 place-items-center px-6 text-center text-meta text-text3">{t('movers.none')}</p>
}
