import { Card } from '@rueda/ui/layout/Card.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { formatDate, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { Archive, CalendarCheck, CircleCheck, ListChecks, type LucideIcon, RotateCcw } from 'lucide-react'
import { useText } from '../../shared/text/text.ts'
import { BeginButton, LeaveButton } from './buttons.tsx'
import { Explained } from './Explained.tsx'
import type { Attempt, Standing } from './Suitability.tsx'

type StartProps = Readonly<{ standing: Standing; onBegun: (attempt: Attempt) => void }>

/** The way in: what it is for and how it works, or how long a result or a pause still lasts; and the last answers, explained. */
export function Start({ standing, onBegun }: StartProps) {
  const titles = useText('titles')
  const { status, renewFromTimestamp, pausedUntilTimestamp, last } = standing
  const mayBegin = pausedUntilTimestamp === null && renewFromTimestamp === null
  const bar =
    mayBegin && status === 'open' ? (
      <BeginButton standing={standing} onBegun={onBegun} />
    ) : (
      <>
        {mayBegin ? <BeginButton standing={standing} onBegun={onBegun} tone="secondary" /> : null}
        <LeaveButton />
      </>
    )
  return (
    <Screen title={titles('suitability')} stickyBar={bar}>
      <State standing={standing} />
      {status === 'open' ? <Rules standing={standing} /> : null}
      {last === null ? null : <Explained result={last} isLast />}
    </Screen>
  )
}

/** What a result allows and until when, or when the pause ends. */
function State({ standing: { status, validUntilTimestamp, renewFromTimestamp, pausedUntilTimestamp } }: Pick<StartProps, 'standing'>) {
  const t = useText('suitability')
  return (
    <>
      {status === 'passed' && validUntilTimestamp !== null ? (
        <InlineMessage tone="up" title={t('result.passed')}>
          <p>{t('passed.text', { date: formatDate(validUntilTimestamp) })}</p>
          {pausedUntilTimestamp === null ? (
            <p className="pt-1 text-text2">
              {renewFromTimestamp === null ? t('passed.renewNow') : t('passed.renewFrom', { date: formatDate(renewFromTimestamp) })}
            </p>
          ) : null}
        </InlineMessage>
      ) : null}
      {pausedUntilTimestamp === null ? null : (
        <InlineMessage tone="warn" title={t('state.paused')}>
          {t('paused.text', { date: formatDeadline(pausedUntilTimestamp) })}
        </InlineMessage>
      )}
    </>
  )
}

function Rules({ standing: { triesLeft, terms } }: Pick<StartProps, 'standing'>) {
  const t = useText('suitability')
  const { language } = useUi()
  const whole = (value: number): string => formatNumber(language, String(value), { least: 0, most: 0 })
  const rules: readonly (readonly [LucideIcon, string])[] = [
    [ListChecks, t('intro.questions', { num: whole(terms.questions) })],
    [CircleCheck, t('intro.needed', { num: whole(terms.needed) })],
    [RotateCcw, t('intro.tries', { count: triesLeft, num: whole(triesLeft) })],
    [CalendarCheck, t('intro.valid', { num: whole(terms.validDays) })],
    [Archive, t('intro.kept')],
  ]
  return (
    <>
      <Card>
        <p className="text-row font-normal text-text1">{t('intro.why')}</p>
      </Card>
      <Card title={t('intro.rules')}>
        <ul className="flex flex-col gap-3 pt-1">
          {rules.map(([Icon, label]) => (
            <li key={label} className="flex items-start gap-3 text-label font-normal">
              <Icon aria-hidden size={20} strokeWidth={1.75} className="mt-px flex-none text-accent" />
              <span className="min-w-0">{label}</span>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
