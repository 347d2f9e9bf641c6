import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { useQueryValue } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { MyPlacings } from '../../shared/placing/MyPlacings.tsx'
import { useText } from '../../shared/text/text.ts'

const codes = { all: undefined, waiting: 0, allotted: 1, notAllotted: 2 } as const
type Tab = keyof typeof codes
const tabs = Object.keys(codes) as Tab[]

/** Route `pages/placing/record`: the customer's applications for placings, by what became of them. */
export function PlacingRecord() {
  const t = useText('placing')
  const titles = useText('titles')
  const [tab, choose] = useQueryValue<Tab>('tab', tabs, 'all')
  return (
    <Screen title={titles('placingRecords')} actions={<RefreshButton />}>
      <PullToRefresh />
      <ScrollTabs<Tab>
        label={titles('placingRecords')}
        tabs={tabs.map((value) => ({ value, label: t(`filter.${value}`) }))}
        value={tab}
        onChange={choose}
      />
      <MyPlacings status={codes[tab]} />
    </Screen>
  )
}
