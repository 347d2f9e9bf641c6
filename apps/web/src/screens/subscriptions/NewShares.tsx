import { type IpoItem, subscriptions } from '@rueda/contract/subscriptions.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { useQuery } from '@tanstack/react-query'
import { TicketPlus } from 'lucide-react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { usePoll } from '../../shared/live/live.ts'
import { hrefTo, useQueryValue, useReturn } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useSignedIn } from '../../shared/security/session.ts'
import { query } from '../../shared/server/api.ts'
import { MySubscriptions } from '../../shared/subscriptions/MySubscriptions.tsx'
import { OPEN, UPCOMING, codeAt } from '../../shared/subscriptions/status.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useText } from '../../shared/text/text.ts'
import { IpoCard } from './IpoCard.tsx'

const tabs = ['open', 'upcoming', 'listed', 'mine'] as const
type Tab = (typeof tabs)[number]

/** Route `pages/product/newstock`: new shares that can be applied for, that will be, and that were; and the customer's own. */
export function NewShares() {
  const t = useText('subscriptions')
  const titles = useText('titles')
  const [tab, choose] = useQueryValue<Tab>('tab', tabs, 'open')
  return (
    <Screen title={titles('newStocks')} actions={<RefreshButton />}>
      <PullToRefresh />
      <SwitchedOff name="subscriptions" />
      <ScrollTabs<Tab>
        label={titles('newStocks')}
        tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={choose}
      />
      {tab === 'mine' ? <Mine /> : <Offered tab={tab} />}
    </Screen>
  )
}

function Mine() {
  const t = useText('subscriptions')
  const common = useText('common')
  const signedIn = useSignedIn()
  const here = useReturn()
  if (signedIn) return <MySubscriptions />
  const action = <Button href={hrefTo('pages/auth/login', { return: here })}>{common('act.login')}</Button>
  return <EmptyState icon={TicketPlus} text={t('mine.login')} action={action} />
}

const belongs: Readonly<Record<Exclude<Tab, 'mine'>, (code: number) => boolean>> = {
  open: (code) => code === OPEN,
  upcoming: (code) => code === UPCOMING,
  listed: (code) => code > OPEN,
}

function Offered({ tab }: Readonly<{ tab: Exclude<Tab, 'mine'> }>) {
  const t = useText('subscriptions')
  const poll = usePoll('records')
  const now = useServerNow()
  const read = useQuery(query(subscriptions.newStock, {}, { refetchInterval: poll }))
  const shown = (all: readonly IpoItem[]) => all.filter((ipo) => belongs[tab](codeAt(ipo, now)))
  return (
    <>
      {tab === 'open' ? (
        <InlineMessage tone="info">
          <p>{t('about')}</p>
          <p className="pt-1">{t('noGuarantee')}</p>
        </InlineMessage>
      ) : null}
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={(all) => shown(all).length === 0}
        empty={<EmptyState icon={TicketPlus} text={t(`empty.${tab}`)} />}
      >
        {(all) => (
          <div className="flex flex-col gap-3 panes:grid panes:grid-cols-2">
            {shown(all).map((ipo) => (
              <IpoCard key={ipo.id} ipo={ipo} now={now} />
            ))}
          </div>
        )}
      </Loaded>
    </>
  )
}
