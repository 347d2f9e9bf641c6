import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Tag } from '@rueda/ui/pills/Pill.tsx'
import { Price } from '@rueda/ui/quotes/Price.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import type { FutureQuote } from '@rueda/contract/futures.ts'
import { useFreshQuote } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { type QuoteDetail, quoteHref } from '../../shared/quotes/instrument.ts'
import { lastDayOf, useFamily } from '../../shared/quotes/use-contract.ts'

const SKELETON_ROWS = 4
/** The row that leads nowhere keeps its figures under those of the others. */
const ROOM_OF_CHEVRON = 'pr-8'

/** The months of the family that can be chosen, nearest first; the one on screen leads nowhere. */
export function MonthsTab({ detail }: Readonly<{ detail: QuoteDetail }>) {
  const t = useText('quotes')
  const family = useFamily(detail.stock_code)
  return (
    <Card rows>
      <Loaded
        query={family}
        reason={whyFailed}
        skeleton={<SkeletonRows rows={SKELETON_ROWS} />}
        isEmpty={(months) => months.length === 0}
        empty={<p className="py-6 text-center text-meta text-text3">{t('future.noMonths')}</p>}
      >
        {(months) => months.map((month) => <MonthRow key={month.code} month={month} shown={month.code === detail.code} />)}
      </Loaded>
    </Card>
  )
}

function MonthRow({ month, shown }: Readonly<{ month: FutureQuote; shown: boolean }>) {
  const t = useText('quotes')
  const { language } = useUi()
  const fresh = useFreshQuote(month)
  const facts = { date: lastDayOf(month), num: formatQuantity(language, String(month.Ol)) }
  return (
    <ListRow
      label={
        <span className="flex items-center gap-1.5">
          <span className={shown ? 'text-accent' : ''}>{month.stock_code}</span>
          {month.frontMonth === 1 ? <Tag>{t('future.front')}</Tag> : null}
        </span>
      }
      detail={<span className="num">{t('future.monthFacts', facts)}</span>}
      trailing={
        <span className={classes('flex flex-col items-end gap-0.5', shown && ROOM_OF_CHEVRON)}>
          <Price value={fresh.price_nominal} decimals={fresh.decimals} />
          <Change percent={fresh.change_ratio} className="text-meta" />
        </span>
      }
      {...(shown ? {} : { href: quoteHref(month) })}
    />
  )
}
