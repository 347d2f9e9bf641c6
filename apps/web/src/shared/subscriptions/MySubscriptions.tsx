import { type IpoOrder, subscriptions } from '@rueda/contract/subscriptions.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { RecordIcon, RecordRow } from '@rueda/ui/lists/RecordRow.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { TicketPlus } from 'lucide-react'
import { useState } from 'react'
import { whyFailed } from '../failures/why-failed.ts'
import { MoreRows } from '../lists/MoreRows.tsx'
import { usePoll } from '../live/live.ts'
import { hrefTo } from '../pages/go.ts'
import { pages, rowsOf } from '../server/api.ts'
import { useText } from '../text/text.ts'
import { SubscriptionSheet } from './SubscriptionSheet.tsx'
import { statusOfOrder } from './status.ts'

/** The customer's applications for new shares, newest first, each with what it holds, paid and got back. */
export function MySubscriptions() {
  const t = useText('subscriptions')
  const poll = usePoll('records')
  const read = useInfiniteQuery({ ...pages(subscriptions.list, {}), refetchInterval: poll })
  const rows = rowsOf(read.data) as IpoOrder[]
  const [opened, open] = useState<string | null>(null)
  const see = (
    <Button tone="secondary" href={hrefTo('pages/product/newstock')}>
      {t('mine.see')}
    </Button>
  )
  return (
    <>
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={() => rows.length === 0}
        empty={<EmptyState icon={TicketPlus} text={t('mine.empty')} action={see} />}
      >
        {() => (
          <>
            <Card rows>
              {rows.map((order) => (
                <Row key={order.id} order={order} onPress={() => open(order.id)} />
              ))}
            </Card>
            <MoreRows read={read} />
          </>
        )}
      </Loaded>
      <SubscriptionSheet order={rows.find(({ id }) => id === opened) ?? null} onClose={() => open(null)} />
    </>
  )
}

function Row({ order, onPress }: Readonly<{ order: IpoOrder; onPress: () => void }>) {
  const t = useText('subscriptions')
  const status = useText('status')
  const { language } = useUi()
  const { name, stockCode, quantity, allotQuantity, totalAmount, paidAmount, currency, createTimeTimestamp } = order
  const shares = (count: string): string => formatQuantity(language, count)
  const isAllotted = Number(allotQuantity) > 0
  return (
    <RecordRow
      leading={<RecordIcon icon={TicketPlus} />}
      title={name}
      meta={
        <>
          {isAllotted
            ? t('mine.allotted', { given: shares(allotQuantity), asked: shares(quantity) })
            : t('mine.asked', { num: shares(quantity) })}
          <span className="block">
            {stockCode} · {formatDate(createTimeTimestamp)}
          </span>
        </>
      }
      amount={<Money value={isAllotted ? paidAmount : totalAmount} currency={currency} own />}
      status={statusOfOrder(status, order)}
      onPress={onPress}
    />
  )
}
