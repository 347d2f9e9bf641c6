import { wallets } from '@rueda/contract/wallets.ts'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '../../shared/server/api.ts'
import { useQueryOfPage, useQueryValue } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { TransferForm } from './TransferForm.tsx'
import { TransferHistory } from './TransferHistory.tsx'

const tabs = ['new', 'history'] as const
type Tab = (typeof tabs)[number]

/** Route `pages/profile/transfer`: money from one of the customer's wallets to another, and what was moved before. */
export function Transfer() {
  const [tab, choose] = useQueryValue<Tab>('tab', tabs, 'new')
  const switcher = <TabSwitch tab={tab} onChoose={choose} />
  return tab === 'new' ? <NewTransfer switcher={switcher} onHistory={() => choose('history')} /> : <Past switcher={switcher} />
}

function TabSwitch({ tab, onChoose }: Readonly<{ tab: Tab; onChoose: (tab: Tab) => void }>) {
  const t = useText('transfers')
  return (
    <SegmentedControl<Tab>
      label={t('result.title')}
      value={tab}
      onChange={onChoose}
      options={[
        { value: 'new', label: t('tab.new') },
        { value: 'history', label: t('tab.history') },
      ]}
    />
  )
}

const ROWS = 3
const ROW_PX = 84

function NewTransfer({ switcher, onHistory }: Readonly<{ switcher: ReactNode; onHistory: () => void }>) {
  const titles = useText('titles')
  const all = useQuery(query(wallets.all, {}))
  const { from, to, amount } = useQueryOfPage()
  // A link with other wallets is another form.
  const form = [from, to, amount].join(' ')
  if (all.data !== undefined) return <TransferForm key={form} wallets={all.data.wallets} switcher={switcher} onHistory={onHistory} />
  return (
    <Screen title={titles('transfer')}>
      {switcher}
      <Loaded query={all} reason={whyFailed} skeleton={<SkeletonRows rows={ROWS} height={ROW_PX} />}>
        {() => null}
      </Loaded>
    </Screen>
  )
}

function Past({ switcher }: { switcher: ReactNode }) {
  const titles = useText('titles')
  return (
    <Screen title={titles('transfer')} actions={<RefreshButton />}>
      <PullToRefresh />
      {switcher}
      <TransferHistory />
    </Screen>
  )
}
