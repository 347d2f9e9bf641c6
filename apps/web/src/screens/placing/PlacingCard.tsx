import type { PlacingItem } from '@rueda/contract/placing.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { StatusPill, Tag } from '@rueda/ui/pills/Pill.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatDeadline, formatTime } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatPercent, formatQuantity } from '@rueda/ui/formats/format.ts'
import { NotOfferedNotice } from '../../shared/offerings/NotOfferedNotice.tsx'
import { hrefTo } from '../../shared/pages/go.ts'
import { ALLOTTED, OPEN, UPCOMING, codeAt, statusOfPlacing } from '../../shared/placing/status.ts'
import { spanUntil } from '../../shared/subscriptions/status.ts'
import { type Translate, useText } from '../../shared/text/text.ts'
import { AskedBar } from './AskedBar.tsx'
import { PriceScale } from './PriceScale.tsx'

type PlacingCardProps = Readonly<{ placing: PlacingItem; now: number; onApply: () => void }>

/** One placing of the list: its price beside the market's, its limits, how much is asked for, and the way on. */
export function PlacingCard({ placing, now, onApply }: PlacingCardProps) {
  const t = useText('placing')
  const own = useText('subscriptions')
  const { language } = useUi()
  const { name, stockCode, market, price, currency, discountPct, minCount, maxCountPerUser, saleStartTimestamp, saleEndTimestamp } = placing
  const code = codeAt(placing, now)
  const percent = formatPercent(language, discountPct, 'plain')
  const shares = (count: string): string => formatQuantity(language, count)
  return (
    <Card label={name}>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-row font-semibold">{name}</h2>
          <p className="num mt-0.5 flex flex-wrap items-center gap-1.5 text-meta text-text3">
            {stockCode} <Tag>{market}</Tag>
          </p>
        </div>
        <StatusPill status={statusOfPlacing(t, placing, now)} />
      </div>
      <p className="num mt-2 flex flex-wrap items-baseline gap-x-2">
        <span className="text-total">{price === null ? t('discount', { percent }) : formatMoney(language, price, currency)}</span>
        {price === null ? null : <span className="text-label text-text2">{t('discount', { percent })}</span>}
      </p>
      {code === UPCOMING ? <p className="text-meta text-text3">{t('priceLater')}</p> : null}
      {code === OPEN ? <PriceScale {...placing} /> : null}
      {code === OPEN || code === ALLOTTED ? <AskedBar {...placing} /> : null}
      <div className="mt-1.5">
        <Facts
          rows={[
            minCount === null || maxCountPerUser === null || code > OPEN
              ? null
              : { label: t('r.limits'), value: t('fromTo', { least: shares(minCount), most: shares(maxCountPerUser) }) },
            code === UPCOMING
              ? { label: own('step.opens'), value: withSpan(formatDeadline(saleStartTimestamp), spanUntil(own, saleStartTimestamp, now)) }
              : null,
            {
              label: own('step.closes'),
              value:
                code === OPEN
                  ? withSpan(formatDeadline(saleEndTimestamp), spanUntil(own, saleEndTimestamp, now))
                  : formatDeadline(saleEndTimestamp),
            },
            placing.unlockDate === null
              ? { label: t('r.lock'), value: t('days', { num: String(placing.lockDays) }) }
              : { label: t('r.unlock'), value: formatDate(placing.unlockDate) },
          ]}
        />
      </div>
      <div className="mt-3 flex flex-col gap-3">
        <NotOfferedNotice kind="placing" id={placing.offeringId} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {code === OPEN ? <Button onPress={onApply}>{own('subscribe')}</Button> : null}
          {code === UPCOMING ? <Button disabled>{opensText(t, saleStartTimestamp, now)}</Button> : null}
          <TextLink href={hrefTo('pages/quote/stock', { code: stockCode, market })}>{own('mine.quote')}</TextLink>
        </div>
      </div>
    </Card>
  )
}

/** The hour alone says when only while it is today's. */
function opensText(t: Translate<'placing'>, opens: number, now: number): string {
  const [date, time] = [formatDate(opens), formatTime(opens)]
  return date === formatDate(now) ? t('opensAt', { time }) : t('opensOn', { date, time })
}

const withSpan = (date: string, span: string) => (
  <>
    <span>{date}</span>
    <span className="w-full text-meta font-normal text-text3">{span}</span>
  </>
)
