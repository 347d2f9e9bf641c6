import { type PracticeStanding, practice } from '@rueda/contract/practice.ts'
import { BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDateTime, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RoutePath } from '../../routes.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { type Query, hrefTo } from '../../shared/pages/go.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { Consequences, GoesOn } from './Consequences.tsx'
import { ConfirmBeginning } from './ConfirmBeginning.tsx'

const FACTS_HEIGHT = 240

/** Route `pages/practice/index`: begins again with practice money, after saying what that closes, gives back and keeps. */
export function BeginAgain() {
  const t = useText('practice')
  const titles = useText('titles')
  const standing = useQuery(query(practice.standing, {}))
  return (
    <Screen title={titles('beginAgain')}>
      <Loaded query={standing} reason={whyFailed} skeleton={<Skeleton height={FACTS_HEIGHT} className="rounded-card" />}>
        {(data) => (data.offered === 1 ? <Offer standing={data} /> : <InlineMessage tone="info">{t('notOffered')}</InlineMessage>)}
      </Loaded>
    </Screen>
  )
}

type Way = PracticeStanding['inTheWay'][number]
/** Where each thing in the way is ended. */
const ways = {
  orders: { path: 'pages/trade/index', query: { tab: '2' } },
  locks: { path: 'pages/trade/index', query: {} },
  money: { path: 'pages/profile/transaction', query: {} },
  funds: { path: 'pages/yinmutual/myhold', query: {} },
  mandates: { path: 'pages/product/follow', query: { tab: 'mine' } },
  robots: { path: 'pages/robot/record', query: {} },
  newShares: { path: 'pages/product/newstock', query: { tab: 'mine' } },
  placings: { path: 'pages/placing/record', query: {} },
  loans: { path: 'pages/loan/index', query: {} },
} as const satisfies Readonly<Record<Way, Readonly<{ path: RoutePath; query: Query }>>>

function Offer({ standing }: Readonly<{ standing: PracticeStanding }>) {
  const t = useText('practice')
  const { offline, text } = useUi()
  const [asked, setAsked] = useState(false)
  const { inTheWay, fromTimestamp, beganTimestamp } = standing
  const [first] = inTheWay
  return (
    <>
      <p className="text-label font-normal text-text2">{t('intro')}</p>
      {inTheWay.length === 0 ? null : (
        <Card rows title={t('way')}>
          {inTheWay.map((way) => (
            <ListRow key={way} label={t(`way.${way}`)} href={hrefTo(ways[way].path, ways[way].query)} />
          ))}
        </Card>
      )}
      <Card title={t('what')}>
        <Consequences standing={standing} />
        <p className="pt-2 text-meta text-text3">{t('stays')}</p>
      </Card>
      <GoesOn />
      {beganTimestamp === null ? null : (
        <p className="num text-meta text-text3">
          {t('last')} {formatDateTime(beganTimestamp)}
        </p>
      )}
      <BlockerButton
        label={t('do')}
        blockers={[
          { when: offline, label: text.offline },
          { when: fromTimestamp !== null, label: fromTimestamp === null ? '' : t('from', { date: formatDeadline(fromTimestamp) }) },
          {
            when: first !== undefined,
            label: first === undefined ? '' : t('wayFirst', { what: t(`way.${first}`) }),
            ...(first !== undefined && { href: hrefTo(ways[first].path, ways[first].query) }),
          },
        ]}
        onPress={() => setAsked(true)}
      />
      <ConfirmBeginning open={asked} standing={standing} onClose={() => setAsked(false)} />
    </>
  )
}
