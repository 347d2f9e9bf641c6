import { Button } from '@rueda/ui/actions/Button.tsx'
import { formatDateTime, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useCallback, useEffect, useState } from 'react'
import { hrefTo } from '../pages/go.ts'
import { useText } from '../text/text.ts'
import { type AskedExecution, type ExecutionProgress, type ExecutionReport, checkExecution, executionSteps } from './check-execution.ts'
import { ComparedExecutions } from './ComparedExecutions.tsx'
import { ExecutionFacts } from './ExecutionFacts.tsx'
import { executionFinding } from './execution-finding.ts'
import { keepFinding } from '../findings/findings.ts'
import { toneOf } from './judge-execution.ts'

type ExecutionCheckProps = Readonly<{ asked: AskedExecution }>
type Done = Readonly<{ report: ExecutionReport; at: number }>

const tones = { good: 'up', bad: 'danger', open: 'info' } as const
const limits = ['engine', 'others', 'known'] as const

/** Checks an order's executions of a day on this device as it appears, and says what was found. */
export function ExecutionCheck({ asked: { accountId, orderId, instrument, tradeDate } }: ExecutionCheckProps) {
  const t = useText('executions')
  const { offline } = useUi()
  const [progress, setProgress] = useState<ExecutionProgress | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const run = useCallback(async (): Promise<void> => {
    setDone(null)
    setProgress({ step: 'log', done: 0, of: 0 })
    const report = await checkExecution({ accountId, orderId, instrument, tradeDate }, setProgress)
    keepFinding(`executions.${accountId}`, executionFinding(report))
    setDone({ report, at: Date.now() })
    setProgress(null)
  }, [accountId, orderId, instrument, tradeDate])
  useEffect(() => void run(), [run])
  return (
    <div className="flex flex-col gap-4 pb-2">
      <div role="status" className="flex flex-col gap-2">
        {progress === null ? null : <Progress progress={progress} />}
        {done === null ? null : <Verdict done={done} />}
      </div>
      {done === null ? null : (
        <>
          <ComparedExecutions executions={done.report.executions} />
          <ExecutionFacts report={done.report} />
          <Limits />
          <Button tone="secondary" wide disabled={offline} onPress={() => void run()}>
            {t('again')}
          </Button>
        </>
      )}
    </div>
  )
}

function Verdict({ done: { report, at } }: Readonly<{ done: Done }>) {
  const t = useText('executions')
  const { verdict, checkableFrom } = report
  return (
    <>
      <InlineMessage tone={tones[toneOf(verdict)]}>
        {t(`verdict.${verdict}`, { at: checkableFrom === null ? '' : formatDeadline(checkableFrom) })}
      </InlineMessage>
      <p className="num text-meta text-text3">{t('checkedAt', { at: formatDateTime(at) })}</p>
    </>
  )
}

/** Steps have no common measure, so each is an equal part; within one what is known counts. */
function Progress({ progress: { step, done, of } }: Readonly<{ progress: ExecutionProgress }>) {
  const t = useText('executions')
  const place = executionSteps.indexOf(step) + (of === 0 ? 0 : done / of)
  return (
    <>
      <p className="text-meta text-text2">{t(`step.${step}`)}</p>
      <div
        role="progressbar"
        aria-label={t('title')}
        aria-valuemin={0}
        aria-valuemax={executionSteps.length}
        aria-valuenow={place}
        className="h-1.5 overflow-hidden rounded-pill bg-s3"
      >
        <div className="h-full rounded-pill bg-accent" style={{ width: `${(place / executionSteps.length) * PERCENT}%` }} />
      </div>
    </>
  )
}
const PERCENT = 100

/** What the check does not tell. */
function Limits() {
  const t = useText('executions')
  return (
    <section className="text-meta text-text2">
      <h3 className="pb-1 font-semibold text-text1">{t('not')}</h3>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {limits.map((name) => (
          <li key={name}>{t(`not.${name}`)}</li>
        ))}
      </ul>
      <a className="flex min-h-11 items-center text-accent" href={hrefTo('pages/trust/index')}>
        {t('claims')}
      </a>
    </section>
  )
}
