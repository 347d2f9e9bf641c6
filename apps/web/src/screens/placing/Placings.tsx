import { type PlacingItem, placings } from '@rueda/contract/placing.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { SectionHeader, TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { formatDeadline, formatSeconds } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { BadgePercent } from 'lucide-react'
import { useKeptInVisit } from '../../shared/device/kept.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { pollMs, usePoll } from '../../shared/live/live.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { OPEN, UPCOMING, codeAt, isDue } from '../../shared/placing/status.ts'
import { query } from '../../shared/server/api.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useText } from '../../shared/text/text.ts'
import { PlacingCard } from './PlacingCard.tsx'
import { PlacingSheet } from './PlacingSheet.tsx'

/** A year of them. */
const SHOWN = 12

/** Route `pages/product/placing`: what issuers sell below the market now, will and did, and the customer's own. */
export function Placings() {
  const t = useText('placing')
  const titles = useText('titles')
  const poll = usePoll('records')
  const now = useServerNow()
  const asked = query(placings.saleList, { pageNum: 1, pageSize: SHOWN })
  const read = useQuery({
    ...asked,
    refetchInterval: ({ state: { data } }) => (data?.list.some((each) => isDue(each, now)) === true ? pollMs.rows : poll),
  })
  const { value: opened, keep: open } = useKeptInVisit<string | null>('placing.opened', null)
  return (
    <Screen title={titles('placings')} actions={<RefreshButton />}>
      <PullToRefresh />
      <SwitchedOff name="placing" />
      <InlineMessage tone="info">
        <p>{t('about')}</p>
        <p className="pt-1">
          <TextLink href={hrefTo('pages/placing/record')}>{titles('placingRecords')}</TextLink>
        </p>
      </InlineMessage>
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={({ list }) => list.length === 0}
        empty={<EmptyState icon={BadgePercent} text={t('empty')} />}
      >
        {({ list }) => (
          <>
            <Window list={list} now={now} />
            <Cards list={list.filter((each) => codeAt(each, now) <= OPEN).toReversed()} now={now} onApply={open} />
            <Earlier list={list.filter((each) => codeAt(each, now) > OPEN)} now={now} />
            <PlacingSheet placing={list.find(({ id }) => id === opened) ?? null} onClose={() => open(null)} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

type Listed = Readonly<{ list: readonly PlacingItem[]; now: number }>

/** The sale window by the server's clock. Its words are announced when it opens or closes, the clock never. */
function Window({ list, now }: Listed) {
  const t = useText('placing')
  const open = list.find((each) => codeAt(each, now) === OPEN)
  const next = list.findLast((each) => codeAt(each, now) === UPCOMING)
  const words =
    open !== undefined
      ? t('window.open', { at: formatDeadline(open.saleEndTimestamp) })
      : next !== undefined
        ? t('window.opens', { at: formatDeadline(next.saleStartTimestamp) })
        : t('window.closed')
  return (
    <Card>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-label font-normal text-text3">{t('window')}</h2>
        <p className="num text-meta text-text3">{t('serverTime', { time: formatSeconds(now) })}</p>
      </div>
      <p role="status" className="mt-1 text-body">
        {words}
      </p>
    </Card>
  )
}

function Cards({ list, now, onApply }: Listed & Readonly<{ onApply: (id: string) => void }>) {
  return (
    <div className="flex flex-col gap-3 panes:grid panes:grid-cols-2">
      {list.map((placing) => (
        <PlacingCard key={placing.id} placing={placing} now={now} onApply={() => onApply(placing.id)} />
      ))}
    </div>
  )
}

function Earlier({ list, now }: Listed) {
  const t = useText('placing')
  if (list.length === 0) return null
  return (
    <>
      <SectionHeader title={t('earlier')} />
      <Cards list={list} now={now} onApply={() => undefined} />
    </>
  )
}
