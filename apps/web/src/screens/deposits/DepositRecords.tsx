import type { Deposit } from '@rueda/contract/deposits.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { DayHeader } from '@rueda/ui/lists/RecordRow.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { ArrowDownToLine } from 'lucide-react'
import { useState } from 'react'
import { hrefTo, useQueryOfPage } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { groupByDay } from '../../shared/lists/by-day.ts'
import { DepositRow } from './DepositRow.tsx'
import { DepositSheet } from './DepositSheet.tsx'
import { type StatusCode, useDepositHistory } from './use-deposits.ts'

const filters = { all: null, review: 1, credited: 2, failed: 3 } as const satisfies Record<string, StatusCode | null>
type Filter = keyof typeof filters

/** Route `pages/deposit/record`: every deposit under its day, the newest first. */
export function DepositRecords() {
  const t = useText('deposits')
  const common = useText('common')
  const titles = useText('titles')
  const asked = useQueryOfPage()['id'] ?? null
  const [filter, setFilter] = useState<Filter>('all')
  const [opened, setOpened] = useState<string | null>(asked)
  const { read, rows } = useDepositHistory(filters[filter])
  const deposit = (
    <Button href={hrefTo('pages/deposit/index')} size="large">
      {common('act.deposit')}
    </Button>
  )
  return (
    <Screen title={titles('depositRecords')} actions={<RefreshButton />}>
      <PullToRefresh />
      <ScrollTabs<Filter>
        label={titles('depositRecords')}
        value={filter}
        onChange={setFilter}
        tabs={(Object.keys(filters) as Filter[]).map((value) => ({ value, label: t(`filter.${value}`) }))}
      />
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={() => rows.length === 0}
        empty={
          <EmptyState
            icon={ArrowDownToLine}
            text={t(filter === 'all' ? 'empty' : 'emptyFilter')}
            action={filter === 'all' ? deposit : undefined}
          />
        }
      >
        {() => (
          <div className="flex flex-col gap-3">
            <Days rows={rows} onOpen={setOpened} />
            <MoreRows read={read} />
          </div>
        )}
      </Loaded>
      <DepositSheet id={opened} known={rows.find(({ id }) => id === opened) ?? null} onClose={() => setOpened(null)} />
    </Screen>
  )
}

const Days = ({ rows, onOpen }: Readonly<{ rows: readonly Deposit[]; onOpen: (id: string) => void }>) =>
  groupByDay(rows, (row) => formatDate(row.createTimeTimestamp)).map(({ day, items }) => (
    <section key={day} aria-label={day}>
      <DayHeader day={day} />
      <Card rows>
        {items.map((deposit) => (
          <DepositRow key={deposit.id} deposit={deposit} onPress={() => onOpen(deposit.id)} />
        ))}
      </Card>
    </section>
  ))
