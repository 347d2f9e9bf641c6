import { orders } from '@rueda/contract/orders.ts'
import type { OwnFill } from '@rueda/contract/order-history.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SortableTable, type TableColumn } from '@rueda/ui/lists/SortableTable.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { usePoll } from '../../shared/live/live.ts'
import { SideTag } from '../../shared/orders/SideTag.tsx'
import { hrefTo } from '../../shared/pages/go.ts'
import { marketOf } from '../../shared/quotes/instrument.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'

/** The customer's own executions in the instrument in view, newest first; each leads to its order. */
export function ExecutionsTable({ quote }: Readonly<{ quote: Quote }>) {
  const t = useText('desk')
  const columns = useExecutionColumns(quote)
  const poll = usePoll('records')
  const read = useQuery({
    ...query(orders.fills, { stockCode: quote.stock_code, market: marketOf(quote.market) }),
    refetchInterval: poll,
  })
  return (
    <Loaded
      query={read}
      reason={whyFailed}
      isEmpty={(fills) => fills.length === 0}
      empty={<EmptyState icon={ListChecks} text={t('executions.none')} />}
    >
      {(fills) => (
        <SortableTable
          label={t('tab.executions')}
          columns={columns}
          rows={fills.toReversed()}
          keyOf={({ orderId, sequence }) => `${orderId} ${sequence}`}
        />
      )}
    </Loaded>
  )
}

function useExecutionColumns({ decimals }: Quote): readonly TableColumn<OwnFill>[] {
  const t = useText('desk')
  const { language } = useUi()
  return [
    {
      key: 'time',
      label: t('column.time'),
      words: true,
      sortBy: ({ tradeTimestamp }) => tradeTimestamp,
      cell: ({ orderId, tradeTimestamp }) => (
        <a href={hrefTo('pages/order/detail', { id: orderId })} className="hover:underline">
          {formatDateTime(tradeTimestamp)}
        </a>
      ),
    },
    {
      key: 'side',
      label: t('column.side'),
      words: true,
      sortBy: ({ direction }) => direction,
      cell: ({ direction }) => <SideTag direction={direction} />,
    },
    {
      key: 'quantity',
      label: t('column.quantity'),
      sortBy: ({ quantity }) => Number(quantity),
      cell: ({ quantity }) => formatQuantity(language, quantity),
    },
    {
      key: 'price',
      label: t('column.price'),
      sortBy: ({ price }) => Number(price),
      cell: ({ price }) => formatPrice(language, price, decimals),
    },
  ]
}
