import { type Plan, type PlanRun, plans } from '@rueda/contract/plans.ts'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { SectionHeader } from '@rueda/ui/layout/SectionHeader.tsx'
import { RecordRow } from '@rueda/ui/lists/RecordRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { useGo } from '../../shared/pages/go.ts'
import { pages, rowsOf } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'

/** The purchases of a plan, newest first: each leads to its order, or says why there is none. */
export function PlanRuns({ plan }: Readonly<{ plan: Plan }>) {
  const t = useText('plans')
  const read = useInfiniteQuery(pages(plans.runs, { id: plan.id }))
  const rows = rowsOf(read.data) as PlanRun[]
  return (
    <section>
      <SectionHeader title={t('runs')} />
      <Loaded
        query={read}
        reason={whyFailed}
        skeleton={<SkeletonRows rows={2} />}
        isEmpty={() => rows.length === 0}
        empty={<p className="py-3 text-meta text-text3">{t('runs.none')}</p>}
      >
        {() => (
          <>
            <div className="divide-y divide-line">
              {rows.map((run) => (
                <RunRow key={run.id} run={run} />
              ))}
            </div>
            <MoreRows read={read} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function RunRow({ run: { orderId, reason, dueDate, runDate, amount, currency } }: Readonly<{ run: PlanRun }>) {
  const t = useText('plans')
  const go = useGo()
  const isBought = orderId !== null
  return (
    <RecordRow
      title={formatDate(runDate)}
      meta={dueDate === runDate ? t(isBought ? 'run.bought' : 'run.skipped') : t('run.due', { date: formatDate(dueDate) })}
      amount={<Money value={amount} currency={currency} own />}
      status={
        isBought ? { tone: 'up', shape: 'check', label: t('run.bought') } : { tone: 'danger', shape: 'cross', label: t('run.skipped') }
      }
      reason={reason === null ? undefined : t(`skip.${reason}`)}
      onPress={isBought ? () => go('pages/order/detail', { id: orderId }) : undefined}
    />
  )
}
