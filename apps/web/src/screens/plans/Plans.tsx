import { type Plan, plans } from '@rueda/contract/plans.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { RecordRow } from '@rueda/ui/lists/RecordRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Logo } from '@rueda/ui/quotes/Logo.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { usePoll } from '../../shared/live/live.ts'
import { useQueryOfPage, useQueryValue } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { pages, rowsOf } from '../../shared/server/api.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useText } from '../../shared/text/text.ts'
import { NewPlanSheet, useNewPlan } from './NewPlanSheet.tsx'
import { PlanSheet } from './PlanSheet.tsx'
import { rhythmText, statusOf } from './plan-words.ts'

const tabs = ['open', 'ended'] as const
type Tab = (typeof tabs)[number]

/** Route `pages/plan/index`: what the customer buys regularly, when it is bought next, and how it went. */
export function Plans() {
  const t = useText('plans')
  const titles = useText('titles')
  const { stock } = useQueryOfPage()
  const [tab, choose] = useQueryValue<Tab>('tab', tabs, 'open')
  const typed = useNewPlan()
  const [isNew, setNew] = useState(stock !== undefined || typed.isKept)
  const begin = (
    <Button size="large" onPress={() => setNew(true)}>
      {t('new')}
    </Button>
  )
  return (
    <Screen title={titles('plans')} actions={<RefreshButton />}>
      <PullToRefresh />
      <SwitchedOff name="plans" />
      <InlineMessage tone="info">{t('about')}</InlineMessage>
      <ScrollTabs<Tab>
        label={titles('plans')}
        tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={choose}
      />
      <PlanList key={tab} tab={tab} />
      {tab === 'open' ? <div className="flex justify-center">{begin}</div> : null}
      <NewPlanSheet open={isNew} typed={typed} onClose={() => setNew(false)} />
    </Screen>
  )
}

function PlanList({ tab }: Readonly<{ tab: Tab }>) {
  const t = useText('plans')
  const poll = usePoll('records')
  const read = useInfiniteQuery({ ...pages(plans.list, { isOpen: tab === 'open' ? 1 : 0 }), refetchInterval: poll })
  const rows = rowsOf(read.data) as Plan[]
  const { id } = useQueryOfPage()
  const [opened, open] = useState<string | null>(id ?? null)
  return (
    <>
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={() => rows.length === 0}
        empty={<EmptyState icon={CalendarClock} text={t(`empty.${tab}`)} />}
      >
        {() => (
          <>
            <Card rows>
              {rows.map((plan) => (
                <PlanRow key={plan.id} plan={plan} onPress={() => open(plan.id)} />
              ))}
            </Card>
            <MoreRows read={read} />
          </>
        )}
      </Loaded>
      <PlanSheet plan={rows.find((plan) => plan.id === opened) ?? null} onClose={() => open(null)} />
    </>
  )
}

function PlanRow({ plan, onPress }: Readonly<{ plan: Plan; onPress: () => void }>) {
  const t = useText('plans')
  const { amount, currency, stockCode, localLogoUrl, name, kind, status, nextDates, skipsInRow, skipsToPause } = plan
  const [next] = nextDates
  return (
    <RecordRow
      leading={<Logo code={stockCode} src={localLogoUrl} />}
      title={name}
      meta={
        <>
          {rhythmText(t, plan)}
          {kind === 'reinvestment' && status === 'active' ? <span className="block">{t('withDividend')}</span> : null}
          {next === undefined ? null : <span className="block">{t('next', { date: formatDate(next) })}</span>}
        </>
      }
      amount={amount === null ? stockCode : <Money value={amount} currency={currency} own />}
      status={statusOf(t, plan)}
      reason={status === 'active' && skipsInRow > 0 ? t('skips', { num: String(skipsInRow), most: String(skipsToPause) }) : undefined}
      onPress={onPress}
    />
  )
}
