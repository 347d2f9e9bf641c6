import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { plans } from '@rueda/contract/plans.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useKeptInVisit } from '../../shared/device/kept.ts'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { marketOf } from '../../shared/quotes/instrument.ts'
import { query, useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { ChooseShare } from './ChooseShare.tsx'
import { PlanForm } from './PlanForm.tsx'
import { PlanReview } from './PlanReview.tsx'
import { type Draft, type Share, inputOf } from './plan-draft.ts'
import { shareOf } from './share.ts'

type Typed = Readonly<{ share: Share | null; draft: Draft | null }>
const NOTHING_TYPED: Typed = { share: null, draft: null }
type NewPlanSheetProps = Readonly<{ open: boolean; typed: ReturnType<typeof useNewPlan>; onClose: () => void }>

/** What was typed for a new plan, also after money was exchanged for it. */
export const useNewPlan = () => useKeptInVisit<Typed>('plan', NOTHING_TYPED)

/** A new plan: its share, unless the address names one, then its amount and dates, and all of it once more before it begins. */
export function NewPlanSheet({ open, typed, onClose }: NewPlanSheetProps) {
  const t = useText('plans')
  const { amount } = useQueryOfPage()
  const named = useNamedShare()
  const { share: chosen, draft } = typed.value
  const choose = (next: Share) => typed.keep({ share: next, draft: null })
  const [reviewing, review] = useState(false)
  const share = chosen ?? named
  const creating = useCall(plans.create, {
    onDone: ({ nextDates }) => {
      void toast(t('begun', { date: formatDate(nextDates[0] ?? '') }))
      close()
    },
  })
  const startOver = () => {
    typed.forget()
    review(false)
    creating.reset()
  }
  const close = () => {
    startOver()
    onClose()
  }
  const toForm = () => {
    review(false)
    creating.reset()
  }
  const back = reviewing ? toForm : share === null || named !== null ? undefined : startOver
  return (
    <Sheet
      open={open}
      onClose={close}
      title={share === null ? t('choose') : reviewing ? t('review.title') : share.name}
      onBack={back}
      pending={creating.pending}
    >
      {share === null ? (
        <ChooseShare onChoose={choose} />
      ) : reviewing && draft !== null ? (
        <PlanReview
          share={share}
          draft={draft}
          pending={creating.pending}
          error={creating.error}
          onConfirm={() => void creating.run({ stockCode: share.stockCode, market: share.market, ...inputOf(draft) })}
        />
      ) : (
        <PlanForm
          key={share.stockCode}
          isNew
          share={share}
          draft={draft ?? undefined}
          amount={amount}
          onReview={(next) => {
            typed.keep({ share: chosen, draft: next })
            review(true)
          }}
        />
      )}
    </Sheet>
  )
}

/** The share that the address names, as a ticket's door does. */
function useNamedShare(): Share | null {
  const { stock, market } = useQueryOfPage()
  const read = useQuery(query(quotes.byNameOrCode, { stkcode: stock ?? '', market: marketOf(market) }, { enabled: stock !== undefined }))
  return read.data === undefined ? null : shareOf(read.data)
}
