import type { Statement } from '@rueda/contract/statements.ts'
import { SortableTable, type TableColumn } from '@rueda/ui/lists/SortableTable.tsx'
import { TableCard } from '@rueda/ui/lists/TableCard.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Explained } from '../../shared/figures/Explained.tsx'
import { useText } from '../../shared/text/text.ts'
import { closingRead } from './closing-read.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'

type Row = Statement['wallets'][number]
const sums = ['opening', 'in', 'out', 'closing'] as const

/** The wallets of a month in one table: opening and in less out are closing. */
export function BalanceTable({ statement }: Readonly<{ statement: Statement }>) {
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
      cell: (row) => {
        const amount = <Money value={row[key]} currency={row.currency} withCode own />
        return key === 'closing' ? <Explained read={closingRead(statement, row.walletType)}>{amount}</Explained> : amount
      },
    })),
  ]
  return (
    <section>
      <h3 className="pb-2 text-label">{t('balances')}</h3>
      <TableCard>
        <SortableTable label={t('balances')} columns={columns} rows={statement.wallets} keyOf={({ walletType }) => walletType} even />
      </TableCard>
    </section>
  )
}
