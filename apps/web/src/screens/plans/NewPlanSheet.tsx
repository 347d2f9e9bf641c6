import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { plans } from '@rueda/contract/plans.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { marketOf } from '../../shared/quotes/instrument.ts'
import { query, useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { ChooseShare } from './ChooseShare.tsx'
import { PlanForm } from './PlanForm.tsx'
import { type Share, inputOf } from './plan-draft.ts'
import { shareOf } from './share.ts'

/** A new plan: its share, unless the address names one, then its amount and dates. */
export function NewPlanSheet({ open, onClose }: Readonly<{ open: boolean; onClose: () => void }>) {
  const t = useText('plans')
  const { amount } = useQueryOfPage()
  const named = useNamedShare()
  const [chosen, choose] = useState<Share | null>(null)
  const share = chosen ?? named
  const creating = useCall(plans.create, {
    onDone: ({ nextDates }) => {
      void toast(t('begun', { date: formatDate(nextDates[0] ?? '') }))
      close()
    },
  })
  const close = () => {
    choose(null)
    creating.reset()
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={share === null ? t('choose') : share.name}
      onBack={share === null || named !== null ? undefined : () => choose(null)}
    >
      {share === null ? (
        <ChooseShare onChoose={choose} />
      ) : (
        <PlanForm
          key={share.stockCode}
          share={share}
          amount={amount}
          label={t('begin')}
          pending={creating.pending}
          error={creating.error}
          onSend={(draft) => void creating.run({ stockCode: share.stockCode, market: share.market, ...inputOf(draft) })}
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
