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
import { type SaleLots, sumOfChosen } from './chosen-lots.ts'
import { isNothing } from './ticket.ts'
import type { Closing } from './use-closing.ts'

/** Which lots the sale uses up, and those themselves where they are chosen by hand. */
export function LotChoice({
  closing: { position, quantity, lots, chooseLots, lotMethod: method, missingLots },
}: Readonly<{ closing: Closing }>) {
  const t = useText('positions')
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
        <ChosenLots
          id={position.id}
          decimals={position.decimals}
          quantity={quantity}
          missing={missingLots}
          chosen={lots.lots ?? []}
          onChoose={chooseLots}
        />
      ) : null}
    </div>
  )
}

type ChosenProps = Readonly<{
  id: string
  decimals: number
  quantity: string
  missing: string | null
  chosen: readonly number[]
  onChoose: (lots: SaleLots) => void
}>

function ChosenLots({ id, decimals, quantity, missing, chosen, onChoose }: ChosenProps) {
  const t = useText('positions')
  const { language } = useUi()
  const lots = useQuery(query(positions.lots, { id })).data?.lots ?? []
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
      {isNothing(quantity) ? null : (
        <p role="status" className={missing === null ? 'text-meta text-text3' : 'text-meta text-warn'}>
          {missing === null
            ? t('lots.covered', { num: formatQuantity(language, sumOfChosen(lots, chosen)), quantity: formatQuantity(language, quantity) })
            : t('lots.missing', { num: formatQuantity(language, missing) })}
        </p>
      )}
    </div>
  )
}
