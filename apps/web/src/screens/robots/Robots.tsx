import type { RobotRow } from '@rueda/contract/robots.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatPercent } from '@rueda/ui/formats/format.ts'
import { Bot } from 'lucide-react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { hrefTo, useGo } from '../../shared/pages/go.ts'
import { NotOfferedPill } from '../../shared/offerings/NotOfferedPill.tsx'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useSignedIn } from '../../shared/security/session.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useText } from '../../shared/text/text.ts'
import { howText } from './how-text.ts'
import { useRobots } from './use-robots.ts'

/** Route `pages/robot/index`: the robots, what each has done in its example, and what renting one costs. */
export function Robots() {
  const t = useText('robots')
  const titles = useText('titles')
  const { language } = useUi()
  const signedIn = useSignedIn()
  const go = useGo()
  const read = useRobots()
  const mine = (
    <Button tone="secondary" wide href={hrefTo('pages/robot/record')}>
      {t('mine.open')}
    </Button>
  )
  return (
    <Screen title={titles('robots')} actions={<RefreshButton />}>
      <PullToRefresh />
      <p className="text-label font-normal text-text2">{t('intro')}</p>
      <SwitchedOff name="robots" />
      <InlineMessage tone="info">{t('noPromise')}</InlineMessage>
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={({ robots }) => robots.length === 0}
        empty={<EmptyState icon={Bot} text={t('empty.list')} />}
      >
        {({ robots, rent, currency, termDays, minCapital, maxCapital, offered }) => (
          <>
            {offered === 1 ? null : <InlineMessage tone="warn">{t('notOffered')}</InlineMessage>}
            <p className="num text-meta text-text3">
              {t('terms', {
                rent: formatMoney(language, rent, currency),
                days: String(termDays),
                min: formatMoney(language, minCapital, currency),
                max: formatMoney(language, maxCapital, currency),
              })}
            </p>
            <Card rows>
              {robots.map((robot) => (
                <RobotLine key={robot.id} robot={robot} onPress={() => go('pages/robot/detail', { id: robot.id })} />
              ))}
            </Card>
            <ExampleNote example={robots[0]?.example ?? null} currency={currency} />
          </>
        )}
      </Loaded>
      {signedIn ? mine : null}
    </Screen>
  )
}

function ExampleNote({ example, currency }: Readonly<{ example: RobotRow['example']; currency: string }>) {
  const t = useText('robots')
  const { language } = useUi()
  if (example === null) return null
  const { stockCode: code, capital, rents } = example
  return (
    <p className="text-meta text-text3">
      {t('example.note', { code, capital: formatMoney(language, capital, currency), rents: formatMoney(language, rents, currency) })}
    </p>
  )
}

/** One robot: its name, how it decides, the span of its months and its deepest fall, and what buying and keeping brought. */
function RobotLine({ robot, onPress }: Readonly<{ robot: RobotRow; onPress: () => void }>) {
  const t = useText('robots')
  const { language } = useUi()
  const { id, example } = robot
  return (
    <button
      type="button"
      onClick={onPress}
      className="-mx-edge flex min-h-[104px] w-[calc(100%+2*var(--edge))] flex-col gap-1 px-edge py-3 text-left active:bg-s2"
    >
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0 text-row font-semibold">{t(`name.${id}`)}</span>
        {example === null ? null : (
          <span className="flex flex-none flex-col items-end">
            <Change percent={example.result} />
            {example.resultBeforeRent === example.result ? null : (
              <span className="num text-micro font-normal text-text3">
                {t('beforeRent.short', { num: formatPercent(language, example.resultBeforeRent, 'change') })}
              </span>
            )}
            <span className="num text-micro font-normal text-text3">
              {t('held.short', { num: formatPercent(language, example.holdResult, 'change') })}
            </span>
          </span>
        )}
      </span>
      <span className="text-meta text-text2">{howText(t, robot)}</span>
      <span className="num flex flex-wrap items-center gap-x-2.5 gap-y-1 text-meta text-text3">
        {example === null ? null : (
          <>
            <span>
              {t('months', {
                worst: formatPercent(language, example.worstMonth, 'change'),
                best: formatPercent(language, example.bestMonth, 'change'),
              })}
            </span>
            <span>{t('fall.short', { num: formatPercent(language, example.maxDrawdown, 'plain') })}</span>
          </>
        )}
        <NotOfferedPill kind="robot" id={id} />
      </span>
    </button>
  )
}
