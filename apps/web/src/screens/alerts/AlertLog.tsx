import { type AlertDelivery, alerts } from '@rueda/contract/alerts.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Logo } from '@rueda/ui/quotes/Logo.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { DayHeader } from '@rueda/ui/lists/RecordRow.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatSeconds } from '@rueda/ui/formats/dates.ts'
import { formatNumber, formatPrice } from '@rueda/ui/formats/format.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { pages, query, rowsOf } from '../../shared/server/api.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { groupByDay } from '../../shared/lists/by-day.ts'
import { conditionText } from '../../shared/alerts/alert-words.ts'

/** The alerts sent, and how each went out. */
export function AlertLog() {
  const t = useText('alerts')
  const read = useInfiniteQuery(pages(alerts.deliveries, {}))
  const rows = rowsOf(read.data) as AlertDelivery[]
  return (
    <Loaded query={read} reason={whyFailed} isEmpty={() => rows.length === 0} empty={<EmptyState icon={History} text={t('emptyLog')} />}>
      {() => (
        <>
          {groupByDay(rows, ({ createTimestamp }) => formatDate(createTimestamp)).map(({ day, items }) => (
            <section key={day} aria-label={day}>
              <DayHeader day={day} />
              <Card rows>
                {items.map((delivery) => (
                  <DeliveryRow key={delivery.id} delivery={delivery} />
                ))}
              </Card>
            </section>
          ))}
          <MoreRows read={read} />
        </>
      )}
    </Loaded>
  )
}

const LAST = 3

/** The newest deliveries below the alerts themselves; nothing while there is none. */
export function LastDeliveries({ onMore }: { onMore: () => void }) {
  const t = useText('alerts')
  const { data } = useQuery(query(alerts.deliveries, { pageSize: LAST }))
  if (data === undefined || data.list.length === 0) return null
  return (
    <Card rows title={t('last')} action={<TextLink onPress={onMore}>{t('tab.log')}</TextLink>}>
      {data.list.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} dated />
      ))}
    </Card>
  )
}

/** `dated` where no day is written above it. */
function DeliveryRow({ delivery, dated = false }: Readonly<{ delivery: AlertDelivery; dated?: boolean }>) {
  const t = useText('alerts')
  const { language } = useUi()
  const price = formatPrice(language, delivery.price, delivery.decimals)
  return (
    <a
      href={hrefTo('pages/notice/detail', { id: delivery.messageId })}
      className="-mx-edge flex min-h-[72px] items-center gap-3 px-edge py-2.5 active:bg-s2"
    >
      <Logo code={delivery.stockCode} src={delivery.localLogoUrl} size={36} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="text-row">
          {delivery.stockCode} · {conditionText(t, language, delivery, delivery)}
        </span>
        <span className="num text-meta text-text3">{t('log.price', { price })}</span>
        <span className="text-meta text-text3">{t(delivery.pushed === 1 ? 'log.pushed' : 'log.inbox')}</span>
        {delivery.attempts === 1 ? null : (
          <span className="num text-meta text-warn">{t('log.attempts', { num: formatNumber(language, String(delivery.attempts)) })}</span>
        )}
      </span>
      <time className="num flex-none self-start pt-0.5 text-right text-meta text-text3">
        {dated ? <span className="block">{formatDate(delivery.createTimestamp)}</span> : null}
        {formatSeconds(delivery.createTimestamp)}
      </time>
    </a>
  )
}
