import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { hrefTo, useQueryOfPage, useQueryValue } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { type DaysKey, readDaysKey } from '../../shared/trust/days-key.ts'
import type { DayVerdict, DrawnDay, ShownDay } from '../../shared/trust/judge-day.ts'
import { readDay, verdictOn } from '../../shared/trust/read-days.ts'
import { DrawAgain } from './DrawAgain.tsx'

const DATE = /^\d{4}-\d{2}-\d{2}$/u

type Read =
  | Readonly<{ kind: 'sealed' | 'keyChanged' | 'noKey' }>
  | Readonly<{ kind: 'judged'; day: ShownDay; verdict: DayVerdict; daysKey: DaysKey }>

/** Route `pages/trust/day`: what a market's finished day was drawn from, proven by this device. */
export function Day() {
  const t = useText('trust')
  const titles = useText('titles')
  const [market] = useQueryValue('market', marketNames, HOUSE_MARKET)
  const { date = '' } = useQueryOfPage()
  const isDate = DATE.test(date)
  const read = useQuery({ queryKey: ['trust day', market, date], queryFn: () => judged(market, date), enabled: isDate, retry: false })
  return (
    <Screen title={titles('marketDay')}>
      {isDate ? (
        <Loaded query={read} reason={whyFailed}>
          {(each) =>
            each.kind === 'judged' ? (
              <Judged {...each} />
            ) : (
              <InlineMessage tone={each.kind === 'keyChanged' ? 'danger' : 'info'}>{t(`day.${each.kind}`)}</InlineMessage>
            )
          }
        </Loaded>
      ) : (
        <EmptyState icon={CalendarDays} text={t('days.none')} />
      )}
      <Card rows>
        <ListRow icon={CalendarDays} label={titles('marketDays')} detail={t('more.days')} href={hrefTo('pages/trust/days', { market })} />
      </Card>
    </Screen>
  )
}

async function judged(market: string, date: string): Promise<Read> {
  const [daysKey, read] = [await readDaysKey(), await readDay(market, date)]
  if (read.kind === 'sealed') return { kind: 'sealed' }
  if (daysKey.kind === 'changed') return { kind: 'keyChanged' }
  if (read.kind === 'unanswered' || daysKey.kind === 'unanswered') throw new TypeError('the day was not answered')
  if (daysKey.kind === 'none') return { kind: 'noKey' }
  return { kind: 'judged', day: read.day, verdict: await verdictOn(read.day, daysKey.key), daysKey: daysKey.key }
}

type JudgedProps = Readonly<{ day: ShownDay; verdict: DayVerdict; daysKey: DaysKey }>

function Judged({ day, verdict, daysKey }: JudgedProps) {
  const t = useText('trust')
  const markets = useText('market')
  const market = marketNames.find((name) => name === day.market) ?? HOUSE_MARKET
  const { fault, unclaimed } = verdict
  return (
    <>
      <Card title={`${markets(`market.${market}`)} · ${formatDate(day.date)}`}>
        <div role="status" className="flex flex-col gap-2 pb-3">
          {day.drawn === null ? null : (
            <InlineMessage tone={fault !== null ? 'danger' : verdict.isLogged ? 'up' : 'info'}>
              {fault === null ? t(verdict.isLogged ? 'day.proven' : 'day.unlogged') : t(`day.fault.${fault}`)}
            </InlineMessage>
          )}
          {fault === null ? (
            <InlineMessage tone={unclaimed === null ? 'info' : 'warn'}>
              {t(unclaimed === null ? 'day.claim' : `day.unclaimed.${unclaimed}.text`)}
            </InlineMessage>
          ) : null}
        </div>
        <Drawn day={day} drawn={day.drawn} publicKey={daysKey.publicKey} beacon={daysKey.beacon} />
      </Card>
      <DrawAgain day={day} daysKey={daysKey} />
    </>
  )
}

type DrawnProps = Readonly<{ day: ShownDay; drawn: DrawnDay | null; publicKey: string; beacon: string | null }>

function Drawn({ day, drawn, publicKey, beacon }: DrawnProps) {
  const t = useText('trust')
  const { language } = useUi()
  const number = (value: number): string => formatQuantity(language, String(value))
  return (
    <Facts
      rows={[
        { label: t('day.key'), value: <CopyValue value={day.key} label={t('day.key')} /> },
        { label: t('day.model'), value: number(day.model) },
        drawn !== null && { label: t('day.publicKey'), value: <CopyValue value={publicKey} label={t('day.publicKey')} />, divided: true },
        drawn !== null && { label: t('day.proof'), value: <CopyValue value={drawn.proof} label={t('day.proof')} /> },
        drawn !== null && { label: t('day.output'), value: <CopyValue value={drawn.output} label={t('day.output')} /> },
        drawn !== null && { label: t('lever.engine'), value: <CopyValue value={drawn.engine} label={t('lever.engine')} /> },
        drawn !== null && { label: t('day.entry'), value: drawn.entry === null ? null : number(drawn.entry) },
        drawn !== null && {
          label: t('day.beacon'),
          value: drawn.beacon === null ? t(beacon === null ? 'day.noBeacon' : 'day.noValue') : drawn.beacon.round,
        },
      ]}
    />
  )
}
