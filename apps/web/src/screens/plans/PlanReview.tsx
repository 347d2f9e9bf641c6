import { plans } from '@rueda/contract/plans.ts'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { formatDate, formatTime } from '@rueda/ui/formats/dates.ts'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Retry } from '@rueda/ui/loading/Retry.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useQuery } from '@tanstack/react-query'
import { FormError } from '../../shared/failures/FormError.tsx'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import type { ApiError } from '../../shared/server/api-error.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { type Preview, useCostFacts, useHighFee } from './cost-facts.tsx'
import { type Draft, type Share, inputOf, missingOf } from './plan-draft.ts'
import { rhythmText } from './plan-words.ts'

type PlanReviewProps = Readonly<{ share: Share; draft: Draft; pending: boolean; error: ApiError | null; onConfirm: () => void }>

/** The whole plan once more: how much, how often, from when, what it costs and what happens without money; and the hold that begins it. */
export function PlanReview({ share, draft, pending, error, onConfirm }: PlanReviewProps) {
  const t = useText('plans')
  const { offline, text } = useUi()
  const { stockCode, market } = share
  const preview = useQuery(query(plans.preview, { stockCode, market, ...inputOf(draft) }))
  if (preview.data === undefined) {
    return preview.error === null ? (
      <SkeletonRows rows={8} height={30} />
    ) : (
      <Retry reason={whyFailed(preview.error)} busy={preview.isFetching} onRetry={() => void preview.refetch()} />
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <ReviewFacts share={share} draft={draft} preview={preview.data} />
      <Warnings draft={draft} preview={preview.data} />
      <FormError error={error} />
      <ConfirmHold
        label={offline ? text.offline : t('review.hold')}
        tapLabel={t('begin')}
        pending={pending}
        disabled={offline}
        onConfirm={onConfirm}
      />
    </div>
  )
}

type Reviewed = Readonly<{ draft: Draft; preview: Preview }>

function ReviewFacts({ share, draft, preview }: Reviewed & Readonly<{ share: Share }>) {
  const t = useText('plans')
  const common = useText('common')
  const { purchase, wallet, year } = useCostFacts(preview)
  const { amount, rhythm, day } = draft
  const { nextDates, nextTimestamp, currency } = preview
  const [first, second] = nextDates
  return (
    <Facts
      rows={[
        { label: t('f.share'), value: `${share.name} (${share.stockCode})` },
        { label: common('f.amount'), value: <Money value={finish(amount)} currency={currency} own />, strong: true },
        { label: t('f.rhythm'), value: rhythmText(t, { rhythm, day: Number(day) }) },
        {
          label: t('review.first'),
          value: nextTimestamp === null ? formatDate(first) : `${formatDate(nextTimestamp)} ${formatTime(nextTimestamp)}`,
        },
        second === undefined ? null : { label: t('review.then'), value: formatDate(second) },
        ...wallet,
        ...purchase.map((row, at) => (row === null ? null : { ...row, divided: at === 0 })),
        ...year,
      ]}
    />
  )
}

function Warnings({ draft, preview }: Reviewed) {
  const t = useText('plans')
  const { language } = useUi()
  const { available, currency } = preview
  const highFee = useHighFee(preview)
  const missing = missingOf(draft, available)
  return (
    <>
      {missing === null ? null : <InlineMessage tone="warn">{t('short', { num: formatMoney(language, missing, currency) })}</InlineMessage>}
      {highFee === null ? null : <InlineMessage tone="warn">{highFee}</InlineMessage>}
      <InlineMessage tone="info">
        {t('risk')} {t('pauses')}
      </InlineMessage>
    </>
  )
}
