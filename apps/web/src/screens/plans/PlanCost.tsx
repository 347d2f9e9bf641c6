import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useText } from '../../shared/text/text.ts'
import { type Preview, useCostFacts, useHighFee } from './cost-facts.tsx'

type PlanCostProps = Readonly<{
  read: Pick<UseQueryResult<Preview>, 'data' | 'isPlaceholderData'>
  isAsked: boolean
}>

/** What a purchase would buy and cost now, when the next ones are, and what can happen. */
export function PlanCost({ read: { data, isPlaceholderData }, isAsked }: PlanCostProps) {
  const highFee = useHighFee(data)
  if (!isAsked) return <Notes />
  if (data === undefined) return <SkeletonRows rows={4} height={30} />
  return (
    <>
      <div className={isPlaceholderData ? 'opacity-60' : undefined}>
        <PlanFacts preview={data} />
      </div>
      {highFee === null ? null : <InlineMessage tone="warn">{highFee}</InlineMessage>}
      <Notes />
    </>
  )
}

function PlanFacts({ preview }: Readonly<{ preview: Preview }>) {
  const t = useText('plans')
  const { purchase, wallet, year } = useCostFacts(preview)
  const dates = preview.nextDates.slice(0, 2).map((date) => formatDate(date))
  return <Facts rows={[...purchase, { label: t('r.dates'), value: dates.join(' · '), divided: true }, ...wallet, ...year]} />
}

function Notes() {
  const t = useText('plans')
  return (
    <p className="text-meta text-text3">
      {t('risk')} {t('pauses')}
    </p>
  )
}
