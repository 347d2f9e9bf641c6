import type { SuitabilityResult } from '@rueda/contract/suitability.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { formatDate, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { useText } from '../../shared/text/text.ts'
import { BeginButton, LeaveButton } from './buttons.tsx'
import { Explained } from './Explained.tsx'
import type { Attempt, Standing } from './Suitability.tsx'

type ResultProps = Readonly<{ standing: Standing; result: SuitabilityResult; onBegun: (attempt: Attempt) => void }>

/** The result of what was just handed in, with each mistake explained and the way on. */
export function Result({ standing, result, onBegun }: ResultProps) {
  const titles = useText('titles')
  const t = useText('suitability')
  const { validUntilTimestamp, pausedUntilTimestamp, triesLeft, terms } = standing
  const hasPassed = result.passed === 1
  const mayTryAgain = !hasPassed && pausedUntilTimestamp === null && triesLeft > 0
  const bar = (
    <>
      <LeaveButton tone={mayTryAgain ? 'secondary' : 'primary'} />
      {mayTryAgain ? <BeginButton standing={standing} onBegun={onBegun} again /> : null}
    </>
  )
  return (
    <Screen title={titles('suitability')} stickyBar={bar}>
      <div role="status">
        <InlineMessage tone={hasPassed ? 'up' : 'warn'} title={t(hasPassed ? 'result.passed' : 'result.failed')}>
          <p className="num">{t('result.count', { num: String(result.right), total: String(result.answers.length) })}</p>
          {hasPassed && validUntilTimestamp !== null ? (
            <p className="pt-1">{t('passed.text', { date: formatDate(validUntilTimestamp) })}</p>
          ) : null}
          {hasPassed ? null : <p className="pt-1">{t('result.needed', { num: String(terms.needed) })}</p>}
          {mayTryAgain ? <p className="pt-1">{t('intro.tries', { count: triesLeft, num: String(triesLeft) })}</p> : null}
        </InlineMessage>
      </div>
      {pausedUntilTimestamp === null ? null : (
        <InlineMessage tone="warn" title={t('state.paused')}>
          {t('paused.text', { date: formatDeadline(pausedUntilTimestamp) })}
        </InlineMessage>
      )}
      <Explained result={result} />
    </Screen>
  )
}
