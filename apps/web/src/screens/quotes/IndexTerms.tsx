import { quotes } from '@rueda/contract/quotes.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { usePoll } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useInstrumentMenu } from '../../shared/quotes/InstrumentMenu.tsx'
import { InstrumentRow } from '../../shared/quotes/InstrumentRow.tsx'
import type { QuoteDetail } from '../../shared/quotes/instrument.ts'

type IndexTermsOf = NonNullable<QuoteDetail['index']>

/** The region of an index, and its members or the note that it has a price of its own. */
export function IndexTerms({ detail: { index } }: Readonly<{ detail: QuoteDetail }>) {
  const t = useText('quotes')
  const { language } = useUi()
  if (index === null) return null
  const { region, members } = index
  return (
    <>
      <Card title={t('index.title')}>
        <Facts
          rows={[
            { label: t('index.region'), value: t(`index.region.${region}`) },
            members !== null && { label: t('index.members'), value: formatNumber(language, String(members.count)) },
            members !== null && { label: t('index.weighting'), value: t(`index.weighting.${members.weighting}`) },
          ]}
        />
        {members === null ? <p className="pt-1 text-meta text-text3">{t('index.ownPrice')}</p> : null}
      </Card>
      {members === null ? null : <Largest members={members} />}
    </>
  )
}

const SKELETON_ROWS = 3

function Largest({ members: { market, largest } }: Readonly<{ members: NonNullable<IndexTermsOf['members']> }>) {
  const t = useText('quotes')
  const menu = useInstrumentMenu()
  const input = { market, codes: largest.join(','), closes: 1, pageSize: largest.length }
  const read = useQuery({ ...query(quotes.list, input), refetchInterval: usePoll('rows') })
  const ranked = read.data?.list.toSorted((a, b) => largest.indexOf(a.stock_code) - largest.indexOf(b.stock_code))
  return (
    <>
      <Card rows title={t('index.largest')}>
        <Loaded query={{ ...read, data: ranked }} reason={whyFailed} skeleton={<SkeletonRows rows={SKELETON_ROWS} />}>
          {(rows) => rows.map((quote) => <InstrumentRow key={quote.code} quote={quote} onMenu={menu.open} />)}
        </Loaded>
      </Card>
      {menu.sheet}
    </>
  )
}
