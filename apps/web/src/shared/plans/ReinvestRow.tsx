import type { Market } from '@rueda/contract/codes.ts'
import { plans } from '@rueda/contract/plans.ts'
import type { Position } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { Switch } from '@rueda/ui/fields/Switch.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { FormError } from '../failures/FormError.tsx'
import { marketOf } from '../quotes/instrument.ts'
import { query, useCall } from '../server/api.ts'
import { useText } from '../text/text.ts'
import { isPlannable } from './is-plannable.ts'

/** Whether the dividends of a holding buy more of it, in the holding's own details. */
export function ReinvestRow({ position: { market: name, stockCode, status } }: Readonly<{ position: Position }>) {
  const market = marketOf(name)
  const detail = useQuery(query(quotes.detail, { stockCode, market }, { enabled: status === 0 }))
  if (status !== 0 || detail.data === undefined || !isPlannable(detail.data)) return null
  return <Reinvest market={market} stockCode={stockCode} />
}

function Reinvest({ market, stockCode }: Readonly<{ market: Market; stockCode: string }>) {
  const t = useText('plans')
  const { data } = useQuery(query(plans.list, { stockCode, market, isOpen: 1, pageSize: MAX_OF_ONE_SHARE }))
  const standing = data?.list.find(({ kind }) => kind === 'reinvestment') ?? null
  const turningOn = useCall(plans.reinvest, { onDone: () => void toast(t('reinvest.on', { code: stockCode })) })
  const turningOff = useCall(plans.act, { onDone: () => void toast(t('reinvest.off')) })
  const isOn = standing?.status === 'active'
  const turn = () => {
    if (standing === null) void turningOn.run({ stockCode, market })
    else void turningOff.run({ id: standing.id, action: isOn ? 'end' : 'resume' })
  }
  return (
    <section className="flex flex-col gap-1">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <span className="text-row">{t('reinvest')}</span>
        <Switch label={t('reinvest')} on={isOn} onChange={turn} disabled={data === undefined || turningOn.pending || turningOff.pending} />
      </div>
      <p className="text-meta text-text3">{t('reinvest.why')}</p>
      <FormError error={turningOn.error ?? turningOff.error} />
    </section>
  )
}

const MAX_OF_ONE_SHARE = 100
