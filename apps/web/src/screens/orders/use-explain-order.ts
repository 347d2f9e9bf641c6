import { orders } from '@rueda/contract/orders.ts'
import type { OrderFigure } from '@rueda/rules/orders/derive-cost.ts'
import type { Fact } from '@rueda/ui/lists/Facts.tsx'
import { useExplained } from '../../shared/figures/use-explained.tsx'
import { query } from '../../shared/server/api.ts'
import type { PreviewInput } from './use-preview.ts'

export type ExplainOrder = (figure: OrderFigure, row: Fact) => Fact

/** Rows of an order's costs that say how they came about, of the order as it is asked for; as they are while none is. */
export function useExplainOrder(asked: PreviewInput | null): ExplainOrder {
  const explained = useExplained()
  return (figure, row) => (asked === null ? row : explained(figure, query(orders.explainPreview, { ...asked, figure }), row))
}
