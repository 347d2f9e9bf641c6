import type { CashFlow } from '@rueda/contract/wallets.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { SortableTable, type TableColumn } from '@rueda/ui/lists/SortableTable.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { useColumns } from '../../shared/lists/use-columns.tsx'
import { useText } from '../../shared/text/text.ts'
import { kindText } from '../../shared/wallets/kinds.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { useFlowNote } from './flow-note.ts'

type FlowTableProps = Readonly<{ flows: readonly CashFlow[]; onOpen: (flow: CashFlow) => void }>

/**
 * Movements as a table, in the order of the books, the newest first. It does not sort by other columns: what is read is a
 * part of all there are.
 */
export function FlowTable({ flows, onOpen }: FlowTableProps) {
  const t = useText('wallets')
  const { shown, button } = useColumns('movements', useFlowColumns(onOpen))
  return (
    <Card className="[--table-head:var(--s1)] !px-0 !py-1">
      <SortableTable label={t('statement.title')} columns={shown} rows={flows} keyOf={({ id }) => id} tools={button} actions={nothing} />
    </Card>
  )
}

/** The head of the last column has room for the choice of columns; a movement is opened by its date. */
const nothing = () => null

function useFlowColumns(onOpen: (flow: CashFlow) => void): readonly TableColumn<CashFlow>[] {
  const t = useText('wallets')
  const common = useText('common')
  return [
    {
      key: 'date',
      label: t('statement.date'),
      words: true,
      cell: (flow) => (
        <button type="button" onClick={() => onOpen(flow)} className="text-accent hover:underline">
          {formatDateTime(flow.createTimeTimestamp)}
        </button>
      ),
    },
    { key: 'kind', label: t('statement.kind'), words: true, cell: ({ bizType }) => kindText(t, bizType) },
    { key: 'note', label: t('statement.note'), words: true, cell: (flow) => <Note flow={flow} /> },
    { key: 'wallet', label: t('statement.wallet'), words: true, cell: ({ walletType }) => walletName(common, walletType) },
    {
      key: 'amount',
      label: t('statement.amount'),
      cell: ({ amount, currency }) => <Money value={amount} currency={currency} sign="change" own />,
    },
    {
      key: 'balance',
      label: t('statement.balanceAfter'),
      cell: ({ balanceAfter, currency }) => <Money value={balanceAfter} currency={currency} own />,
    },
    {
      key: 'reference',
      label: t('statement.reference'),
      words: true,
      cell: ({ bizNo }) => <span className="text-micro font-normal text-text3">{bizNo}</span>,
    },
  ]
}

const Note = ({ flow }: Readonly<{ flow: CashFlow }>) => useFlowNote(flow)
