import { positions } from '@rueda/contract/positions.ts'
import { type LotMethod, lotMethods } from '@rueda/rules/positions/lots.ts'
import { Select } from '@rueda/ui/fields/Select.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { FormError } from '../failures/FormError.tsx'
import { query, useCall } from '../server/api.ts'
import { useText } from '../text/text.ts'

/** What sales use up where an order says nothing: the account's default, changed at once. */
export function LotDefault() {
  const t = useText('positions')
  const { data } = useQuery(query(positions.lotDefault, {}))
  const changing = useCall(positions.lotDefault, { onDone: () => void toast(t('lots.default.done')) })
  const shown = changing.data?.lotMethod ?? data?.lotMethod
  return (
    <div className="flex flex-col gap-1">
      <Select<LotMethod>
        label={t('lots.default')}
        value={shown ?? ''}
        disabled={shown === undefined || changing.pending}
        options={lotMethods.filter((method) => method !== 'CHOSEN').map((value) => ({ value, label: t(`lots.method.${value}`) }))}
        onChange={(lotMethod) => {
          if (lotMethod !== 'CHOSEN') void changing.run({ lotMethod })
        }}
        helper={t('lots.default.why')}
      />
      <FormError error={changing.error} />
    </div>
  )
}
