import { type FundProduct, funds } from '@rueda/contract/funds.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { PieChart } from 'lucide-react'
import { hrefTo, useQueryValue } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useSignedIn } from '../../shared/security/session.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { sumText } from './figures.ts'
import { waitingRow } from './waiting-row.tsx'
import { FundRow } from './FundRow.tsx'
import { FundSheet } from './FundSheet.tsx'
import { useOpened } from './use-opened.ts'
import { type FundKind, useFunds } from './use-funds.ts'

const kinds = ['current', 'regular'] as const

/** Route `pages/yinmutual/index`: what the customer has in funds, and all there are. */
export function Funds() {
  const t = useText('funds')
  const titles = useText('titles')
  const signedIn = useSignedIn()
  const [kind, choose] = useQueryValue<FundKind>('type', kinds, 'current')
  return (
    <Screen title={titles('funds')} actions={<RefreshButton />}>
      <PullToRefresh />
      {signedIn ? <Mine /> : null}
      <SwitchedOff name="funds" />
      <SegmentedControl<FundKind>
        label={titles('funds')}
        value={kind}
        onChange={choose}
        options={kinds.map((value) => ({ value, label: t(`tab.${value}`) }))}
      />
      <InlineMessage tone="info">{t('noPromise')}</InlineMessage>
      <Offered kind={kind} />
    </Screen>
  )
}

/** The sum of both kinds, and what they have brought. */
function Mine() {
  const t = useText('funds')
  const read = useQuery(query(funds.stat, {}))
  const open = (
    <Button tone="secondary" href={hrefTo('pages/yinmutual/myhold')}>
      {t('mine.open')}
    </Button>
  )
  return (
    <Card title={t('mine')} action={open}>
      <Loaded query={read} reason={whyFailed} skeleton={<SkeletonRows rows={4} height={30} />}>
        {({ currentAmount, regularAmount, pendingAmount, totalIncome, yesterdayIncome, currency }) => (
          <Facts
            rows={[
              {
                label: t('fact.value'),
                value: <Money value={sumText(currentAmount, regularAmount)} currency={currency} own />,
                strong: true,
              },
              waitingRow(t, pendingAmount, currency),
              { label: t('mine.income'), value: <Change own absolute={totalIncome} currency={currency} /> },
              { label: t('mine.last'), value: <Change own absolute={yesterdayIncome} currency={currency} /> },
            ]}
          />
        )}
      </Loaded>
    </Card>
  )
}

function Offered({ kind }: Readonly<{ kind: FundKind }>) {
  const t = useText('funds')
  const read = useFunds(kind)
  const { opened, open, close } = useOpened('fund')
  return (
    <>
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={({ list }) => list.length === 0}
        empty={<EmptyState icon={PieChart} text={t('empty.list')} />}
      >
        {({ list }) => (
          <Card rows>
            {list.map((fund: FundProduct) => (
              <FundRow key={fund.id} fund={fund} onPress={() => open(fund.id)} />
            ))}
          </Card>
        )}
      </Loaded>
      <FundSheet fund={read.data?.list.find(({ id }) => id === opened) ?? null} onClose={close} />
    </>
  )
}
