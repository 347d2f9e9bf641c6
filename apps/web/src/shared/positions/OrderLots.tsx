import type { OrderRow } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { type LotMethod, lotMethods } from '@rueda/rules/positions/lots.ts'
import { Select } from '@rueda/ui/fields/Select.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { FormError } from '../failures/FormError.tsx'
import { useCall } from '../server/api.ts'
import { useText } from '../text/text.ts'

/** The lots that a sale uses up: to be chosen until it fills, and then as it was. */
export function OrderLots({ order }: Readonly<{ order: OrderRow }>) {
  const t = useText('positions')
  const choosing = useCall(positions.chooseLots)
  const { lotMethod, cancellable, filledQuantity, id } = order
  if (lotMethod === null) return null
  if (cancellable === 0 || Number(filledQuantity) > 0)
    return <Facts rows={[{ label: t('lots.method'), value: t(`lots.method.${lotMethod}`) }]} />
  // Lots themselves are chosen with the sale, where they are in sight.
  const offered = lotMethods.filter((method) => method !== 'CHOSEN' || lotMethod === 'CHOSEN')
  return (
    <>
      <Select<LotMethod>
        label={t('lots.method')}
        value={lotMethod}
        disabled={choosing.pending}
        options={offered.map((value) => ({ value, label: t(`lots.method.${value}`) }))}
        onChange={(method) => {
          if (method !== 'CHOSEN') void choosing.run({ orderId: id, lotMethod: method })
        }}
      />
      <FormError error={choosing.error} />
    </>
  )
}
