import { type Plan, plans } from '@rueda/contract/plans.ts'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { formatDate, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Retry } from '@rueda/ui/loading/Retry.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { SheetFoot } from '@rueda/ui/sheets/SheetFoot.tsx'
import { useQuery } from '@tanstack/react-query'
import { FormError } from '../../shared/failures/FormError.tsx'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useHeld } from '../../shared/forms/use-held.ts'
import type { ApiError } from '../../shared/server/api-error.ts'
import { useReturn } from '../../shared/pages/go.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { ExchangeNote } from '../../shared/wallets/ExchangeNote.tsx'
import { useBuyingPower } from '../../shared/wallets/use-buying-power.ts'
import { useShortage } from '../../shared/wallets/use-shortage.ts'
import { type Preview, useCostFacts, useHighFee, useLimitText } from './cost-facts.tsx'
import { type Draft, type Share, inputOf, restOf } from './plan-draft.ts'
import { rhythmText } from './plan-words.ts'
import { useGiversText } from './use-givers-text.ts'

type PlanReviewProps = Readonly<{
  share: Pick<Share, 'stockCode' | 'market' | 'name'>
  draft: Draft
  /** The plan as it is, where it is changed; a new one has none. */
  before?: Plan | undefined
  pending: boolean
  error: ApiError | null
  onConfirm: () => void
}>

/** The whole plan once more: how much, how often, from when, what it costs and what happens without money; and the hold that carries it out. */
export function PlanReview({ share, draft, before: now, pending, error, onConfirm }: PlanReviewProps) {
  const t = useText('plans')
  const { offline, text } = useUi()
  const { stockCode, market } = share
  const followed = { before: now, preview: useQuery(query(plans.preview, { stockCode, market, ...inputOf(draft) })) }
  const { before, preview } = useHeld(followed, pending)
  if (preview.data === undefined) {
    return preview.error === null ? (
      <SkeletonRows rows={8} height={30} />
    ) : (
      <Retry reason={whyFailed(preview.error)} busy={preview.isFetching} onRetry={() => void preview.refetch()} />
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <ReviewFacts share={share} draft={draft} before={before} preview={preview.data} />
      <Warnings draft={draft} preview={preview.data} pending={pending} />
      <FormError error={error} />
      <SheetFoot>
        <ConfirmHold
          label={offline ? text.offline : t(before === undefined ? 'review.hold' : 'review.holdChange')}
          tapLabel={t(before === undefined ? 'begin' : 'save')}
          pending={pending}
          disabled={offline}
          onConfirm={onConfirm}
        />
      </SheetFoot>
    </div>
  )
}

type Reviewed = Readonly<{ draft: Draft; preview: Preview }>

function ReviewFacts({ share, draft, before, preview }: Reviewed & Pick<PlanReviewProps, 'share' | 'before'>) {
  const t = useText('plans')
  const common = useText('common')
  const { purchase, wallet, year } = useCostFacts(preview)
  const { amount, rhythm, day } = draft
  const { nextDates, nextTimestamp, currency } = preview
  const [first, second] = nextDates
  const rhythmNow = rhythmText(t, { rhythm, day: Number(day) })
  const amountBefore = before?.amount ?? null
  const giversBefore = before === undefined ? draft.givers : before.givers
  const [giversNow, giversThen] = [useGiversText(draft.givers), useGiversText(giversBefore)]
  const rhythmBefore = before === undefined ? rhythmNow : rhythmText(t, before)
  return (
    <Facts
      rows={[
        { label: t('f.share'), value: `${share.name} (${share.stockCode})` },
        {
          label: common('f.amount'),
          ...(amountBefore === null || restOf(amount, amountBefore) === NOTHING
            ? {}
            : { before: <Money value={amountBefore} currency={currency} own /> }),
          value: <Money value={finish(amount)} currency={currency} own />,
          strong: true,
        },
        { label: t('f.rhythm'), ...(rhythmBefore === rhythmNow ? {} : { before: rhythmBefore }), value: rhythmNow },
        {
          label: t('review.first'),
          value: nextTimestamp === null ? formatDate(first) : formatDeadline(nextTimestamp),
        },
        second === undefined ? null : { label: t('review.then'), value: formatDate(second) },
        ...wallet,
        { label: t('r.givers'), ...(giversNow === giversThen ? {} : { before: giversThen }), value: giversNow },
        ...purchase.map((row, at) => (row === null ? null : { ...row, divided: at === 0 })),
        ...year,
      ]}
    />
  )
}

const NOTHING = '0.00'

function Warnings({ draft, preview, pending }: Reviewed & Readonly<{ pending: boolean }>) {
  const t = useText('plans')
  const { language } = useUi()
  const here = useReturn()
  const { walletType, currency } = preview
  const highFee = useHighFee(preview)
  const limit = useLimitText(preview, draft.amount)
  const power = useHeld(useBuyingPower(walletType, finish(draft.amount), draft.givers), pending)
  const { blocker, offer } = useShortage(power, here)
  return (
    <>
      {power.missing === null ? null : (
        <InlineMessage
          tone="warn"
          action={blocker.href === undefined ? blocker.label : <TextLink href={blocker.href}>{blocker.label}</TextLink>}
        >
          {t('short', { num: formatMoney(language, power.missing, currency) })}
        </InlineMessage>
      )}
      <ExchangeNote offer={offer} />
      {highFee === null ? null : <InlineMessage tone="warn">{highFee}</InlineMessage>}
      {limit === null ? null : <p className="num text-meta text-text2">{limit}</p>}
      <InlineMessage tone="info">
        {t('risk')} {t('pauses')}
      </InlineMessage>
    </>
  )
}
