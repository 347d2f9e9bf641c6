import { followSorts } from '@rueda/contract/codes.ts'
import { follow } from '@rueda/contract/follow.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useQueryOfPage, useQueryValue } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { RegisterFirst } from '../../shared/security/RegisterFirst.tsx'
import { usePractising, useSignedIn } from '../../shared/security/session.ts'
import { query } from '../../shared/server/api.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useText } from '../../shared/text/text.ts'
import { AgencyRow } from './AgencyRow.tsx'
import { AgencySheet } from './AgencySheet.tsx'
import { CURRENCY } from './figures.ts'
import { Mandates } from './Mandates.tsx'
import { type Sort, useAgencies } from './use-follow.ts'

const tabs = ['agencies', 'mine', 'ended'] as const
type Tab = (typeof tabs)[number]

/** Route `pages/product/follow`: the agencies with their records, and what the customer follows. */
export function Follow() {
  const t = useText('follow')
  const titles = useText('titles')
  const signedIn = useSignedIn()
  const [tab, choose] = useQueryValue<Tab>('tab', tabs, 'agencies')
  const shown = signedIn ? tab : 'agencies'
  return (
    <Screen title={titles('follow')} actions={<RefreshButton />}>
      <PullToRefresh />
      {signedIn ? (
        <ScrollTabs<Tab>
          label={titles('follow')}
          tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          value={tab}
          onChange={choose}
        />
      ) : null}
      {shown === 'agencies' ? <Agencies /> : <Mine key={shown} isOpen={shown === 'mine'} />}
    </Screen>
  )
}

function Agencies() {
  const t = useText('follow')
  const [sort, choose] = useQueryValue<Sort>('sort', followSorts, 'risk')
  const read = useAgencies(sort)
  const { id } = useQueryOfPage()
  const [opened, setOpened] = useState<string | null>(id ?? null)
  const practising = usePractising()
  return (
    <>
      <SwitchedOff name="follow" />
      {practising ? <RegisterFirst purpose="follow" /> : null}
      <p className="text-label font-normal text-text2">{t('intro')}</p>
      <InlineMessage tone="warn">{t('past')}</InlineMessage>
      <SegmentedControl<Sort>
        label={t('sort')}
        value={sort}
        onChange={choose}
        options={followSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
      />
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={(all) => all.length === 0}
        empty={<EmptyState icon={Users} text={t('empty.list')} />}
      >
        {(all) => (
          <Card rows>
            {all.map((agency) => (
              <AgencyRow key={agency.id} agency={agency} onPress={() => setOpened(agency.id)} />
            ))}
          </Card>
        )}
      </Loaded>
      <AgencySheet agency={read.data?.find((each) => each.id === opened) ?? null} onClose={() => setOpened(null)} />
    </>
  )
}

function Mine({ isOpen }: Readonly<{ isOpen: boolean }>) {
  const t = useText('follow')
  const read = useQuery(query(follow.stat, {}))
  return (
    <>
      {isOpen ? (
        <Card title={t('mine')}>
          <Loaded query={read} reason={whyFailed} skeleton={<SkeletonRows rows={2} height={30} />}>
            {({ value, waiting, income }) => (
              <Facts
                rows={[
                  { label: t('fact.value'), value: <Money value={value} currency={CURRENCY} own />, strong: true },
                  Number(waiting) === 0 ? null : { label: t('waiting'), value: <Money value={waiting} currency={CURRENCY} own /> },
                  { label: t('fact.income'), value: <Change own absolute={income} currency={CURRENCY} /> },
                ]}
              />
            )}
          </Loaded>
        </Card>
      ) : null}
      <Mandates isOpen={isOpen} />
    </>
  )
}
