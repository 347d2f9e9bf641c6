import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { hrefTo, useQueryValue } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import type { ShownDay } from '../../shared/trust/judge-day.ts'
import { readDays } from '../../shared/trust/read-days.ts'
import { today } from './today.ts'

const MAX_AT_FIRST = 30

/** Route `pages/trust/days`: the finished days of a market, each with its page. */
export function Days() {
  const t = useText('trust')
  const titles = useText('titles')
  const markets = useText('market')
  const [market, choose] = useQueryValue('market', marketNames, HOUSE_MARKET)
  const read = useQuery({ queryKey: ['trust days', market], queryFn: () => pageOf(market), staleTime: Number.POSITIVE_INFINITY })
  return (
    <Screen title={titles('marketDays')}>
      <p className="text-row font-normal text-text2">{t('days.intro')}</p>
      <ScrollTabs
        label={titles('marketDays')}
        tabs={marketNames.map((value) => ({ value, label: markets(`market.${value}`) }))}
        value={market}
        onChange={choose}
      />
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={(days) => days.length === 0}
        empty={<EmptyState icon={CalendarDays} text={t('days.none')} />}
      >
        {(days) => <List key={market} days={days} />}
      </Loaded>
    </Screen>
  )
}

async function pageOf(market: string): Promise<readonly ShownDay[]> {
  const page = await readDays(market, today())
  if (page === null) throw new TypeError('the days were not answered')
  return page.days
}

function List({ days }: Readonly<{ days: readonly ShownDay[] }>) {
  const t = useText('trust')
  const [isWhole, showAll] = useState(false)
  return (
    <Card rows>
      {(isWhole ? days : days.slice(0, MAX_AT_FIRST)).map(({ market, date, unclaimed }) => (
        <ListRow
          key={date}
          label={formatDate(date)}
          detail={t(unclaimed === null ? 'day.claimed' : `day.unclaimed.${unclaimed}`)}
          href={hrefTo('pages/trust/day', { market, date })}
        />
      ))}
      {isWhole || days.length <= MAX_AT_FIRST ? null : (
        <Button tone="ghost" wide onPress={() => showAll(true)}>
          {t('days.more')}
        </Button>
      )}
    </Card>
  )
}
