import { type Loan, loans } from '@rueda/contract/loans.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { RecordIcon, RecordRow } from '@rueda/ui/lists/RecordRow.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { usePoll } from '../../shared/live/live.ts'
import { useQueryOfPage, useQueryValue } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { pages, rowsOf } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { dueText } from './DebtCard.tsx'
import { NoLoan } from './NoLoan.tsx'
import { LoanSheet } from './LoanSheet.tsx'
import { rateText } from './figures.ts'
import { isOwed, statusOf } from './loan-status.ts'

const tabs = ['all', 'review', 'inUse', 'paid', 'rejected'] as const
type Tab = (typeof tabs)[number]
const codes = { all: undefined, review: 0, inUse: 1, paid: 3, rejected: 2 } as const

/** Route `pages/loan/record`: every loan and every application, by how it stands. */
export function LoanRecords() {
  const t = useText('loans')
  const titles = useText('titles')
  const [tab, choose] = useQueryValue<Tab>('tab', tabs, 'all')
  return (
    <Screen title={titles('loanRecords')} actions={<RefreshButton />}>
      <PullToRefresh />
      <ScrollTabs<Tab>
        label={titles('loanRecords')}
        tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={choose}
      />
      <Rows key={tab} tab={tab} />
    </Screen>
  )
}

function Rows({ tab }: Readonly<{ tab: Tab }>) {
  const { id } = useQueryOfPage()
  const [opened, open] = useState<string | null>(id ?? null)
  const poll = usePoll('records')
  const status = codes[tab]
  const read = useInfiniteQuery({ ...pages(loans.list, status === undefined ? {} : { status }), refetchInterval: poll })
  const rows = rowsOf(read.data)
  return (
    <>
      <Loaded query={read} reason={whyFailed} isEmpty={() => rows.length === 0} empty={<NoLoan />}>
        {() => (
          <>
            <Card rows>
              {rows.map((loan) => (
                <LoanRow key={loan.id} loan={loan} onPress={() => open(loan.id)} />
              ))}
            </Card>
            <MoreRows read={read} />
          </>
        )}
      </Loaded>
      <LoanSheet loan={rows.find((loan) => loan.id === opened) ?? null} onClose={() => open(null)} />
    </>
  )
}

function LoanRow({ loan, onPress }: Readonly<{ loan: Loan; onPress: () => void }>) {
  const t = useText('loans')
  const { language } = useUi()
  const now = useServerNow()
  const { termDays, dailyRate, amount, currency, createTimeTimestamp, rejectReason } = loan
  const number = (value: number): string => formatNumber(language, String(value))
  return (
    <RecordRow
      leading={<RecordIcon icon={HandCoins} />}
      title={`${t('term', { count: termDays, num: number(termDays) })} · ${rateText(language, dailyRate)}`}
      meta={
        <>
          {formatDateTime(createTimeTimestamp)}
          {isOwed(loan) ? <span className="block">{dueText(t, loan, now, number)}</span> : null}
        </>
      }
      amount={<Money value={amount} currency={currency} own />}
      status={statusOf(t, loan)}
      reason={rejectReason === null ? undefined : t(`reason.${rejectReason}`)}
      onPress={onPress}
    />
  )
}
