import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { statements } from '@rueda/contract/statements.ts'
import { SortableTable, type TableColumn } from '@rueda/ui/lists/SortableTable.tsx'
import { TableCard } from '@rueda/ui/lists/TableCard.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { formatMonth } from '@rueda/ui/formats/dates.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useColumns } from '../../shared/lists/use-columns.tsx'
import { useRowOrder } from '../../shared/lists/use-row-order.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { Downloads } from './Downloads.tsx'

type Month = DataOf<typeof statements.months>['months'][number]
/** A wallet in a month. */
type Row = Month['wallets'][number] & Pick<Month, 'month' | 'final'> & Readonly<{ isFirst: boolean }>

/** Every month of every wallet as a table; a month is opened by its name, and kept by the buttons at the end of its first line. */
export function MonthTable({ months }: Readonly<{ months: readonly Month[] }>) {
  const titles = useText('titles')
  const rows = months.flatMap(({ month, final, wallets }) =>
    wallets.map((wallet, at): Row => ({ ...wallet, month, final, isFirst: at === 0 })),
  )
  const { shown, button } = useColumns('months', useMonthColumns(rows))
  const order = useRowOrder({ usual: 'newest', count: rows.length, hasMore: false })
  return (
    <TableCard>
      <SortableTable
        label={titles('statements')}
        columns={shown}
        rows={rows}
        keyOf={({ month, walletType }) => `${month} ${walletType}`}
        order={order}
        tools={button}
        actions={({ month, isFirst }) =>
          isFirst ? (
            <span className="inline-flex gap-1">
              <Downloads month={month} compact />
            </span>
          ) : null
        }
      />
    </TableCard>
  )
}

function useMonthColumns(rows: readonly Row[]): readonly TableColumn<Row>[] {
  const t = useText('statements')
  const common = useText('common')
  const { language } = useUi()
  // Amounts of several currencies have no order among each other.
  const isOneCurrency = new Set(rows.map(({ currency }) => currency)).size < 2
  return [
    {
      key: 'month',
      label: t('month'),
      words: true,
      sortBy: ({ month }) => month,
      cell: ({ month, final }) => (
        <span className="flex items-center gap-2">
          <a href={hrefTo('pages/statement/index', { month })} className="text-accent first-letter:uppercase hover:underline">
            {formatMonth(language, month)}
          </a>
          {final === 1 ? null : <Pill tone="warn">{t('open')}</Pill>}
        </span>
      ),
    },
    {
      key: 'wallet',
      label: t('column.wallet'),
      words: true,
      sortBy: ({ walletType }) => walletName(common, walletType),
      cell: ({ walletType }) => walletName(common, walletType),
    },
    ...(['opening', 'closing'] as const).map((key): TableColumn<Row> => ({
      key,
      label: t(key),
      sortBy: isOneCurrency ? (row) => Number(row[key]) : undefined,
      cell: (row) => <Money value={row[key]} currency={row.currency} withCode own />,
    })),
  ]
}
