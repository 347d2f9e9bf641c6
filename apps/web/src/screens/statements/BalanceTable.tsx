import type { Statement } from '@rueda/contract/statements.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { SortableTable, type TableColumn } from '@rueda/ui/lists/SortableTable.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useText } from '../../shared/text/text.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'

type Row = Statement['wallets'][number]
const sums = ['opening', 'in', 'out', 'closing'] as const

/** The wallets of a month in one table: opening and in less out are closing. */
export function BalanceTable({ wallets }: Readonly<{ wallets: readonly Row[] }>) {
  const t = useText('statements')
  const common = useText('common')
  const columns: readonly TableColumn<Row>[] = [
    {
      key: 'wallet',
      label: t('column.wallet'),
      words: true,
      sortBy: ({ walletType }) => walletName(common, walletType),
      cell: ({ walletType }) => walletName(common, walletType),
    },
    ...sums.map((key): TableColumn<Row> => ({
      key,
      label: t(key),
      cell: (row) => <Money value={row[key]} currency={row.currency} withCode own />,
    })),
  ]
  return (
    <section>
      <h3 className="pb-2 text-label">{t('balances')}</h3>
      <Card className="overflow-clip [--table-head:var(--s1)] !px-0 !py-1">
        <SortableTable label={t('balances')} columns={columns} rows={wallets} keyOf={({ walletType }) => walletType} />
      </Card>
    </section>
  )
}
