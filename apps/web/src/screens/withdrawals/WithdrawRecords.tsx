import type { Withdrawal } from '@rueda/contract/withdrawals.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { DayHeader, RecordIcon, RecordRow } from '@rueda/ui/lists/RecordRow.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { formatDate, formatDateTime } from '@rueda/ui/formats/dates.ts'
import { ArrowUpFromLine, Landmark } from 'lucide-react'
import { useState } from 'react'
import { hrefTo, useGo, useQueryOfPage, useQueryValue } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { iconOfCoin } from '../../shared/deposits/coin-icon.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { groupByDay } from '../../shared/lists/by-day.ts'
import { WithdrawalFacts } from './WithdrawalFacts.tsx'
import { useWithdrawal, useWithdrawalHistory } from './use-withdrawal.ts'
import { statusOf } from '../../shared/withdrawals/withdrawal-status.ts'

const tabs = ['all', 'pending', 'passed', 'failed', 'cancelled'] as const
type Tab = (typeof tabs)[number]
const statusOfTab = { all: undefined, pending: 1, passed: 2, failed: 3, cancelled: 4 } as const

/** Route `pages/withdraw/record`: past withdrawals, each with its state. */
export function WithdrawRecords() {
  const t = useText('withdrawals')
  const titles = useText('titles')
  const [tab, choose] = useQueryValue<Tab>('tab', tabs, 'all')
  return (
    <Screen title={titles('withdrawRecords')} actions={<RefreshButton />}>
      <PullToRefresh />
      <ScrollTabs<Tab>
        label={titles('withdrawRecords')}
        tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={choose}
      />
      <Records tab={tab} />
    </Screen>
  )
}

function Records({ tab }: Readonly<{ tab: Tab }>) {
  const t = useText('withdrawals')
  const common = useText('common')
  const { id } = useQueryOfPage()
  const { read, rows } = useWithdrawalHistory(statusOfTab[tab])
  const [opened, setOpened] = useState<string | null>(id ?? null)
  const withdraw = (
    <Button href={hrefTo('pages/withdraw/bcard')} size="large">
      {common('act.withdraw')}
    </Button>
  )
  const empty = (
    <EmptyState
      icon={ArrowUpFromLine}
      text={t(tab === 'all' ? 'records.empty' : 'records.emptyTab')}
      action={tab === 'all' ? withdraw : undefined}
    />
  )
  return (
    <>
      <Loaded query={read} reason={whyFailed} isEmpty={() => rows.length === 0} empty={empty}>
        {() => (
          <div className="flex flex-col gap-3">
            {groupByDay(rows, (row) => formatDate(row.createTimeTimestamp)).map(({ day, items }) => (
              <section key={day} aria-label={day}>
                <DayHeader day={day} />
                <Card rows>
                  {items.map((withdrawal) => (
                    <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} onPress={() => setOpened(withdrawal.id)} />
                  ))}
                </Card>
              </section>
            ))}
            <MoreRows read={read} />
          </div>
        )}
      </Loaded>
      <Sheet open={opened !== null} onClose={() => setOpened(null)} title={t('result.title')}>
        {opened === null ? null : <Followed id={opened} />}
      </Sheet>
    </>
  )
}

function WithdrawalRow({ withdrawal, onPress }: Readonly<{ withdrawal: Withdrawal; onPress: () => void }>) {
  const t = useText('withdrawals')
  return (
    <RecordRow
      leading={<RecordIcon icon={withdrawal.type === 'vm' ? iconOfCoin(withdrawal.receiveCurrency) : Landmark} />}
      title={withdrawal.account}
      meta={formatDateTime(withdrawal.createTimeTimestamp)}
      amount={<Money value={withdrawal.amount} currency={withdrawal.currency} own />}
      status={statusOf(t, withdrawal)}
      reason={withdrawal.reason === null ? undefined : t(`reason.${withdrawal.reason}`)}
      onPress={onPress}
    />
  )
}

const pageOfType = {
  bank: 'pages/withdraw/bcard',
  vm: 'pages/withdraw/vm',
  JPY: 'pages/withdraw/other',
  other: 'pages/withdraw/other',
} as const

/** The values the form takes over. An account that was given with the withdrawal is not kept in the open, and is given again. */
const detailsOf = ({ type, rail, amount, cardId }: Withdrawal) => ({
  amount,
  card: cardId,
  network: type === 'vm' ? rail : null,
  way: type,
})

/** One withdrawal as it is now, read again while something about it may still change. */
function Followed({ id }: { id: string }) {
  const t = useText('withdrawals')
  const go = useGo()
  const read = useWithdrawal(id)
  return (
    <Loaded query={read} reason={whyFailed}>
      {(withdrawal) =>
        'list' in withdrawal ? null : (
          <WithdrawalFacts withdrawal={withdrawal}>
            {withdrawal.reason === null ? null : (
              <Button tone="secondary" size="large" wide onPress={() => go(pageOfType[withdrawal.type], detailsOf(withdrawal))}>
                {t(withdrawal.cardId === null ? 'again.amount' : 'again')}
              </Button>
            )}
          </WithdrawalFacts>
        )
      }
    </Loaded>
  )
}
