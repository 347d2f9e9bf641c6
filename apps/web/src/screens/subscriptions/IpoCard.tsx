import type { IpoItem } from '@rueda/contract/subscriptions.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { StatusPill, Tag } from '@rueda/ui/pills/Pill.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatNumber, formatQuantity } from '@rueda/ui/formats/format.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { LISTED, OPEN, UPCOMING, codeAt, spanUntil, statusOfIpo } from '../../shared/subscriptions/status.ts'
import { useText } from '../../shared/text/text.ts'
import { TWO_DIGITS } from '../../shared/subscriptions/figures.ts'

/** One offering of the list: what it costs, until when, how often it is asked for, and the way on. */
export function IpoCard({ ipo, now }: Readonly<{ ipo: IpoItem; now: number }>) {
  const t = useText('subscriptions')
  const { language } = useUi()
  const { id, name, stockCode, exchangeCode, price, currency, minCount, purchaseStartDate, purchaseEndDate, listDate, oversubscription } =
    ipo
  const code = codeAt(ipo, now)
  const least = String(Number(price) * Number(minCount))
  return (
    <Card label={name}>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-row font-semibold">{name}</h2>
          <p className="num mt-0.5 flex flex-wrap items-center gap-1.5 text-meta text-text3">
            {stockCode} <Tag>{exchangeCode}</Tag>
          </p>
        </div>
        <StatusPill status={statusOfIpo(t, ipo, now)} />
      </div>
      <p className="num mt-2 text-total">{formatMoney(language, price, currency)}</p>
      <Facts
        rows={[
          {
            label: t('r.least'),
            value: t('sharesFor', { num: formatQuantity(language, minCount), amount: formatMoney(language, least, currency) }),
          },
          code === UPCOMING
            ? { label: t('step.opens'), value: withSpan(formatDeadline(purchaseStartDate), spanUntil(t, purchaseStartDate, now)) }
            : null,
          code === OPEN
            ? { label: t('step.closes'), value: withSpan(formatDeadline(purchaseEndDate), spanUntil(t, purchaseEndDate, now)) }
            : null,
          { label: t('step.lists'), value: formatDate(listDate) },
          oversubscription === null
            ? null
            : { label: t('r.demand'), value: t('times', { num: formatNumber(language, oversubscription, TWO_DIGITS) }) },
        ]}
      />
      {oversubscription === null ? null : <p className="text-meta text-text3">{t('demandNote')}</p>}
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {code === OPEN ? (
          <Button href={hrefTo('pages/payment/newstock', { id })}>{t('subscribe')}</Button>
        ) : code === LISTED ? (
          <Button tone="secondary" href={hrefTo('pages/quote/stock', { code: stockCode, market: ipo.market })}>
            {t('mine.quote')}
          </Button>
        ) : null}
        <TextLink href={hrefTo('pages/ipo/prospectus', { id })}>{t('prospectus.open')}</TextLink>
        <TextLink href={hrefTo('pages/ipo/fairness', { id })}>{t('fairness.open')}</TextLink>
      </div>
    </Card>
  )
}

const withSpan = (date: string, span: string) => (
  <>
    <span>{date}</span>
    <span className="w-full text-meta font-normal text-text3">{span}</span>
  </>
)
