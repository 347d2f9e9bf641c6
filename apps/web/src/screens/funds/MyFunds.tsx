import { type FundOrder, funds } from '@rueda/contract/funds.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { RecordIcon, RecordRow } from '@rueda/ui/lists/RecordRow.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { StatGrid } from '@rueda/ui/lists/StatGrid.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { PieChart } from 'lucide-react'
import { hrefTo, useQueryValue } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { query } from '../../shared/server/api.ts'
import { type Translate, useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { FundOrderSheet } from './FundOrderSheet.tsx'
import { isHeld, statusOf } from './fund-status.ts'
import { useFundOrders } from './use-funds.ts'
import { useOpened } from './use-opened.ts'
import { waitingRow } from './waiting-row.tsx'

const tabs = ['open', 'ended'] as const
type Tab = (typeof tabs)[number]

/** Route `pages/yinmutual/myhold`: the customer's subscriptions, what they are worth and what they have brought. */
export function MyFunds() {
  const t = useText('funds')
  const titles = useText('titles')
  const [tab, choose] = useQueryValue<Tab>('tab', tabs, 'open')
  return (
    <Screen title={titles('myFunds')} actions={<RefreshButton />}>
      <PullToRefresh />
      <Sums />
      <ScrollTabs<Tab>
        label={titles('myFunds')}
        tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={choose}
      />
      <Orders key={tab} tab={tab} />
    </Screen>
  )
}

function Sums() {
  const t = useText('funds')
  const read = useQuery(query(funds.stat, {}))
  return (
    <Card label={t('mine')}>
      <Loaded query={read} reason={whyFailed} skeleton={<SkeletonRows rows={2} height={44} />}>
        {({ currency, ...sums }) => (
          <>
            <StatGrid
              stats={(['currentAmount', 'currentIncome', 'regularAmount', 'regularIncome'] as const).map((name) => ({
                label: t(`stat.${name}`),
                value: name.endsWith('Income') ? (
                  <Change own absolute={sums[name]} currency={currency} />
                ) : (
                  <Money value={sums[name]} currency={currency} own />
                ),
              }))}
            />
            <Facts rows={[waitingRow(t, sums.pendingAmount, currency)]} />
            <p className="mt-1.5 text-meta text-text3">{t('stat.note')}</p>
          </>
        )}
      </Loaded>
    </Card>
  )
}

function Orders({ tab }: Readonly<{ tab: Tab }>) {
  const t = useText('funds')
  const { read, rows } = useFundOrders(tab === 'open')
  const { opened, open, close } = useOpened('myFunds')
  const see = (
    <Button href={hrefTo('pages/yinmutual/index')} size="large">
      {t('see')}
    </Button>
  )
  const empty = <EmptyState icon={PieChart} text={t(`empty.${tab}`)} action={tab === 'open' ? see : undefined} />
  return (
    <>
      <Loaded query={read} reason={whyFailed} isEmpty={() => rows.length === 0} empty={empty}>
        {() => (
          <>
            <Card rows>
              {rows.map((order) => (
                <OrderRow key={order.id} order={order} onPress={() => open(order.id)} />
              ))}
            </Card>
            <MoreRows read={read} />
          </>
        )}
      </Loaded>
      <FundOrderSheet order={rows.find(({ id }) => id === opened) ?? null} onClose={close} />
    </>
  )
}

function OrderRow({ order, onPress }: Readonly<{ order: FundOrder; onPress: () => void }>) {
  const t = useText('funds')
  const now = useServerNow()
  const { productId, currency, amount, currentValue, income, zdf } = order
  const isWorth = isHeld(order)
  const end = isWorth ? endText(t, order, now) : null
  return (
    <RecordRow
      leading={<RecordIcon icon={PieChart} />}
      title={t(`name.${productId}`)}
      meta={
        <>
          {isWorth ? <Change own absolute={income} percent={zdf} currency={currency} /> : formatDate(order.confirmDate)}
          {end === null ? null : <span className="block">{end}</span>}
        </>
      }
      amount={<Money value={isWorth ? currentValue : amount} currency={currency} own />}
      status={statusOf(t, order)}
      onPress={onPress}
    />
  )
}

/** "18-02-2027 · 86 days left". */
function endText(t: Translate<'funds'>, { expireDate, expireTimeTimestamp, payDate }: FundOrder, now: number): string | null {
  if (payDate !== null) return t('arrives', { date: formatDate(payDate) })
  if (expireDate === null || expireTimeTimestamp === null) return null
  const days = Math.max(0, Math.ceil((expireTimeTimestamp - now) / DAY_MS))
  return `${formatDate(expireDate)} · ${t('daysLeft', { count: days, num: String(days) })}`
}
