import { type PlacingOrder, placings } from '@rueda/contract/placing.ts'
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
import { BadgePercent } from 'lucide-react'
import { useState } from 'react'
import { whyFailed } from '../failures/why-failed.ts'
import { MoreRows } from '../lists/MoreRows.tsx'
import { usePoll } from '../live/live.ts'
import { hrefTo } from '../pages/go.ts'
import { pages, rowsOf } from '../server/api.ts'
import { statusOfOrder } from '../subscriptions/status.ts'
import { useText } from '../text/text.ts'
import { PlacingOrderSheet } from './PlacingOrderSheet.tsx'

/** The customer's applications for placings, newest first; of one state where it is given. */
export function MyPlacings({ status }: Readonly<{ status?: 0 | 1 | 2 | undefined }>) {
  const t = useText('placing')
  const poll = usePoll('records')
  const asked = status === undefined ? {} : { status }
  const read = useInfiniteQuery({ ...pages(placings.list, asked), refetchInterval: poll })
  const rows = rowsOf(read.data) as PlacingOrder[]
  const [opened, open] = useState<string | null>(null)
  const see = (
    <Button tone="secondary" href={hrefTo('pages/product/placing')}>
      {t('mine.see')}
    </Button>
  )
  return (
    <>
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={() => rows.length === 0}
        empty={<EmptyState icon={BadgePercent} text={t(status === undefined ? 'mine.empty' : 'mine.none')} action={see} />}
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
      <PlacingOrderSheet order={rows.find(({ id }) => id === opened) ?? null} onClose={() => open(null)} />
    </>
  )
}

function Row({ order, onPress }: Readonly<{ order: PlacingOrder; onPress: () => void }>) {
  const t = useText('placing')
  const own = useText('subscriptions')
  const status = useText('status')
  const { language } = useUi()
  const { name, stockCode, quantity, allotQuantity, lockedQuantity, unlockDate, amount, paidAmount, currency, createTimeTimestamp } = order
  const shares = (count: string): string => formatQuantity(language, count)
  const isAllotted = Number(allotQuantity) > 0
  const isLocked = Number(lockedQuantity) > 0 && unlockDate !== null
  return (
    <RecordRow
      leading={<RecordIcon icon={BadgePercent} />}
      title={name}
      meta={
        <>
          {isAllotted
            ? own('mine.allotted', { given: shares(allotQuantity), asked: shares(quantity) })
            : own('mine.asked', { num: shares(quantity) })}
          <span className="block">
            {stockCode} · {isLocked ? t('mine.until', { date: formatDate(unlockDate) }) : formatDate(createTimeTimestamp)}
          </span>
        </>
      }
      amount={<Money value={isAllotted ? paidAmount : amount} currency={currency} own />}
      status={statusOfOrder(status, order)}
      onPress={onPress}
    />
  )
}
