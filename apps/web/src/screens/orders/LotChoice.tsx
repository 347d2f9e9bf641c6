import { positions } from '@rueda/contract/positions.ts'
import { type LotMethod, lotMethods } from '@rueda/rules/positions/lots.ts'
import { CheckField } from '@rueda/ui/fields/CheckField.tsx'
import { Select } from '@rueda/ui/fields/Select.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import type { Closing } from './use-closing.ts'

/** The lots of one sale: as the account has it, another rule, or the lots themselves. */
export type SaleLots = Readonly<{ lotMethod?: LotMethod; lots?: number[] }>

export function LotChoice({ closing: { position, quantity, lots, chooseLots } }: Readonly<{ closing: Closing }>) {
  const t = useText('positions')
  const usual = useQuery(query(positions.lotDefault, {})).data?.lotMethod
  const method = lots.lotMethod ?? usual
  return (
    <div className="flex flex-col gap-2">
      <Select<LotMethod>
        label={t('lots.method')}
        value={method ?? ''}
        disabled={method === undefined}
        options={lotMethods.map((value) => ({ value, label: t(`lots.method.${value}`) }))}
        onChange={(lotMethod) => chooseLots(lotMethod === 'CHOSEN' ? { lotMethod, lots: [] } : { lotMethod })}
      />
      {method === 'CHOSEN' ? (
        <ChosenLots id={position.id} decimals={position.decimals} quantity={quantity} chosen={lots.lots ?? []} onChoose={chooseLots} />
      ) : null}
    </div>
  )
}

type ChosenProps = Readonly<{
  id: string
  decimals: number
  quantity: string
  chosen: readonly number[]
  onChoose: (lots: SaleLots) => void
}>

function ChosenLots({ id, decimals, quantity, chosen, onChoose }: ChosenProps) {
  const t = useText('positions')
  const { language } = useUi()
  const lots = useQuery(query(positions.lots, { id })).data?.lots ?? []
  const sum = lots.reduce((total, lot) => (chosen.includes(lot.lotId) ? total + Number(lot.quantity) : total), 0)
  const turn = (lotId: number, on: boolean) =>
    onChoose({ lotMethod: 'CHOSEN', lots: on ? [...chosen, lotId] : chosen.filter((each) => each !== lotId) })
  return (
    <div className="flex flex-col gap-1">
      {lots.map((lot) => (
        <CheckField key={lot.lotId} checked={chosen.includes(lot.lotId)} onChange={(on) => turn(lot.lotId, on)}>
          <span className="num">
            {t('lots.at', { quantity: formatQuantity(language, lot.quantity), price: formatPrice(language, lot.avgPrice, decimals) })}
            {` · ${formatDate(lot.acquiredDate)}`}
          </span>
        </CheckField>
      ))}
      <p role="status" className={sum < Number(quantity || '0') ? 'text-meta text-warn' : 'text-meta text-text3'}>
        {sum < Number(quantity || '0')
          ? t('lots.missing')
          : t('lots.covered', { num: formatQuantity(language, String(sum)), quantity: formatQuantity(language, quantity || '0') })}
      </p>
    </div>
  )
}
