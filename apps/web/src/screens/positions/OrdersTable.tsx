import { orders } from '@rueda/contract/orders.ts'
import type { OrderRow } from '@rueda/contract/orders.ts'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SortableTable, type TableColumn } from '@rueda/ui/lists/SortableTable.tsx'
import { StatusPill } from '@rueda/ui/pills/Pill.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ClipboardList } from 'lucide-react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { useColumns } from '../../shared/lists/use-columns.tsx'
import { SideTag } from '../../shared/orders/SideTag.tsx'
import { statusOf } from '../../shared/orders/order-status-view.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'
import { pages, rowsOf } from '../../shared/server/api.ts'
import { useQueryValue } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { termsText } from './OrderRows.tsx'
import { type OrderSheets, useOrderSheets } from './use-order-sheets.tsx'
import { stillWorking, useWorkingOrders } from './use-orders.ts'

/** As a link names them, on a telephone as well. */
const STATES = ['working', 'all'] as const

/** The orders at work as a table, or all orders there have been; a line opens its order, and its button takes it back. */
export function OrdersTable() {
  const t = useText('desk')
  const [state, choose] = useQueryValue('state', STATES, 'working')
  const withEnded = state === 'all'
  const sheets = useOrderSheets()
  return (
    <>
      {withEnded ? <All sheets={sheets} /> : <Working sheets={sheets} />}
      <p className="px-edge py-1.5">
        <label className="inline-flex min-h-8 items-center gap-2 text-meta text-text2">
          <input
            type="checkbox"
            checked={withEnded}
            onChange={() => choose(withEnded ? 'working' : 'all')}
            className="size-4 accent-[var(--accent-fill)]"
          />
          {t('orders.ended')}
        </label>
      </p>
      {sheets.sheets}
    </>
  )
}

function Working({ sheets }: { sheets: OrderSheets }) {
  const working = useWorkingOrders()
  return (
    <Loaded query={working} reason={whyFailed} isEmpty={({ list }) => stillWorking(list).length === 0} empty={<NoOrders />}>
      {({ list }) => <Rows rows={stillWorking(list)} sheets={sheets} />}
    </Loaded>
  )
}

function All({ sheets }: { sheets: OrderSheets }) {
  const read = useInfiniteQuery(pages(orders.list, {}))
  const rows = rowsOf(read.data) as OrderRow[]
  return (
    <Loaded query={read} reason={whyFailed} isEmpty={() => rows.length === 0} empty={<NoOrders />}>
      {() => (
        <>
          <Rows rows={rows} sheets={sheets} />
          <MoreRows read={read} />
        </>
      )}
    </Loaded>
  )
}

function NoOrders() {
  const t = useText('desk')
  return <EmptyState icon={ClipboardList} text={t('orders.none')} />
}

function Rows({ rows, sheets }: Readonly<{ rows: readonly OrderRow[]; sheets: OrderSheets }>) {
  const t = useText('desk')
  const columns = useOrderColumns(sheets)
  const { shown, button } = useColumns('orders', columns)
  return (
    <SortableTable
      tools={button}
      label={t('tab.orders')}
      columns={shown}
      rows={rows}
      keyOf={({ id }) => id}
      actions={(order) =>
        order.cancellable === 1 ? (
          <button
            type="button"
            onClick={() => sheets.cancel(order)}
            className="rounded-chip bg-s2 px-2.5 py-1 text-micro text-text1 hover:bg-s3"
          >
            {t('cancel')}
          </button>
        ) : null
      }
    />
  )
}

function useOrderColumns(sheets: OrderSheets): readonly TableColumn<OrderRow>[] {
  const t = useText('desk')
  const words = useText('orders')
  const positions = useText('positions')
  const { language } = useUi()
  const nameOf = useInstrumentName()
  return [
    {
      key: 'instrument',
      label: t('column.instrument'),
      words: true,
      sortBy: ({ stockCode }) => stockCode,
      cell: (order) => (
        <button
          type="button"
          title={nameOf(order)}
          onClick={() => sheets.open(order)}
          className="flex max-w-[128px] items-baseline gap-1.5 hover:underline"
        >
          <span className="font-semibold">{order.stockCode}</span>
          <span className="min-w-0 truncate text-text3 @max-[840px]:hidden">{nameOf(order)}</span>
        </button>
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
      key: 'terms',
      label: t('column.terms'),
      words: true,
      cell: (order) => <Lines>{termsText(positions, language, order)}</Lines>,
    },
    {
      key: 'quantity',
      label: t('column.quantity'),
      sortBy: ({ quantity }) => Number(quantity),
      cell: ({ quantity }) => formatQuantity(language, quantity),
    },
    {
      key: 'filled',
      label: t('column.filled'),
      sortBy: ({ filledQuantity }) => Number(filledQuantity),
      cell: ({ filledQuantity }) => formatQuantity(language, filledQuantity),
    },
    { key: 'state', label: t('column.state'), words: true, cell: (order) => <StatusPill status={statusOf(words, order)} /> },
    {
      key: 'time',
      label: t('column.time'),
      sortBy: ({ createTimeTimestamp }) => createTimeTimestamp,
      cell: ({ createTimeTimestamp }) => <Lines>{formatDateTime(createTimeTimestamp)}</Lines>,
    },
  ]
}

/** In two lines before the end of a row lies under its button. */
const Lines = ({ children }: Readonly<{ children: string }>) => (
  <span className="inline-block leading-tight whitespace-normal">{children}</span>
)
