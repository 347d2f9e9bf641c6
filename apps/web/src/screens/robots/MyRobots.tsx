import type { RentalRow } from '@rueda/contract/robots.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { RecordIcon, RecordRow } from '@rueda/ui/lists/RecordRow.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { Bot } from 'lucide-react'
import { useState } from 'react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { hrefTo, useQueryOfPage, useQueryValue } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useText } from '../../shared/text/text.ts'
import { RentalSheet } from './RentalSheet.tsx'
import { statusOf } from './robot-status.ts'
import { useRentals } from './use-robots.ts'

const tabs = ['open', 'ended'] as const
type Tab = (typeof tabs)[number]

/** Route `pages/robot/record`: the customer's rentals, what they are worth and what they have brought. */
export function MyRobots() {
  const t = useText('robots')
  const titles = useText('titles')
  const [tab, choose] = useQueryValue<Tab>('tab', tabs, 'open')
  return (
    <Screen title={titles('myRobots')} actions={<RefreshButton />}>
      <PullToRefresh />
      <ScrollTabs<Tab>
        label={titles('myRobots')}
        tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={choose}
      />
      <Rentals key={tab} tab={tab} />
    </Screen>
  )
}

function Rentals({ tab }: Readonly<{ tab: Tab }>) {
  const t = useText('robots')
  const { id } = useQueryOfPage()
  const { read, rows } = useRentals(tab === 'open')
  const [opened, setOpened] = useState<string | null>(id ?? null)
  const see = (
    <Button href={hrefTo('pages/robot/index')} size="large">
      {t('see')}
    </Button>
  )
  const empty = <EmptyState icon={Bot} text={t(`empty.${tab}`)} action={tab === 'open' ? see : undefined} />
  return (
    <>
      <Loaded query={read} reason={whyFailed} isEmpty={() => rows.length === 0} empty={empty}>
        {() => (
          <>
            <Card rows>
              {rows.map((rental) => (
                <RentalLine key={rental.id} rental={rental} onPress={() => setOpened(rental.id)} />
              ))}
            </Card>
            <MoreRows read={read} />
          </>
        )}
      </Loaded>
      <RentalSheet rental={rows.find((rental) => rental.id === opened) ?? null} onClose={() => setOpened(null)} />
    </>
  )
}

function RentalLine({ rental, onPress }: Readonly<{ rental: RentalRow; onPress: () => void }>) {
  const t = useText('robots')
  const { robotId, value, currency, income, rent, zdf, createTimeTimestamp, expireTimeTimestamp, endTimestamp, slots } = rental
  const { language } = useUi()
  const until = endTimestamp ?? expireTimeTimestamp
  return (
    <RecordRow
      leading={<RecordIcon icon={Bot} />}
      title={t(`name.${robotId}`)}
      meta={
        <>
          <Change own absolute={income} percent={zdf} currency={currency} />
          {Number(rent) > 0 ? <span className="block">{t('rent.beside', { num: formatMoney(language, rent, currency) })}</span> : null}
          <span className="block">{slots.map(({ stockCode }) => stockCode).join(' · ')}</span>
          <span className="block">{`${formatDate(createTimeTimestamp)} – ${formatDate(until)}`}</span>
        </>
      }
      amount={<Money value={value} currency={currency} own />}
      status={statusOf(t, rental)}
      onPress={onPress}
    />
  )
}
