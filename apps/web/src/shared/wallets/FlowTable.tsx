import type { CashFlow } from '@rueda/contract/wallets.ts'
import { SortableTable, type TableColumn } from '@rueda/ui/lists/SortableTable.tsx'
import { TableCard } from '@rueda/ui/lists/TableCard.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useColumns } from '../lists/use-columns.tsx'
import { useRowOrder } from '../lists/use-row-order.ts'
import { useText } from '../text/text.ts'
import { kindText } from './kinds.ts'
import { walletName } from './wallet-name.ts'
import { flowNote, tradedNote, useNoteWords } from './flow-note.ts'
import { flowTime } from './flow-time.ts'

type FlowTableProps = Readonly<{
  label: string
  flows: readonly CashFlow[]
  onOpen: (flow: CashFlow) => void
  /** True if these are a part of all there are. */
  hasMore: boolean
  /** How they stand; without one the newest first. */
  usual?: 'newest' | 'oldest'
  /** The zone of the times; without one they are the reader's. */
  zone?: string | undefined
}>

/** Movements as a table, in the order that they came in until another is chosen. */
export function FlowTable({ label, flows, onOpen, hasMore, usual = 'newest', zone }: FlowTableProps) {
  const { shown, button } = useColumns('movements', useFlowColumns({ flows, onOpen, zone }))
  const order = useRowOrder({ usual, count: flows.length, hasMore })
  return (
    <TableCard>
      <SortableTable label={label} columns={shown} rows={flows} keyOf={({ id }) => id} order={order} tools={button} />
    </TableCard>
  )
}

type FlowColumns = Pick<FlowTableProps, 'flows' | 'onOpen' | 'zone'>

function useFlowColumns({ flows, onOpen, zone }: FlowColumns): readonly TableColumn<CashFlow>[] {
  const t = useText('wallets')
  const words = useNoteWords()
  const { common } = words
  const { language } = useUi()
  const note = (flow: CashFlow) => tradedNote(language, flow) ?? flowNote(words, flow)
  // Amounts of several currencies have no order among each other.
  const isOneCurrency = new Set(flows.map(({ currency }) => currency)).size < 2
  const money = (value: (flow: CashFlow) => string) => (isOneCurrency ? (flow: CashFlow) => Number(value(flow)) : undefined)
  return [
    {
      key: 'date',
      label: t('statement.date'),
      words: true,
      sortBy: ({ createTimeTimestamp }) => createTimeTimestamp,
      cell: (flow) => (
        <button type="button" onClick={() => onOpen(flow)} className="text-accent hover:underline">
          {flowTime(flow, zone)}
        </button>
      ),
    },
    {
      key: 'kind',
      label: t('statement.kind'),
      words: true,
      sortBy: ({ bizType }) => kindText(t, bizType),
      cell: ({ bizType }) => kindText(t, bizType),
    },
    { key: 'note', label: t('statement.note'), words: true, sortBy: note, cell: (flow) => <Words>{note(flow)}</Words> },
    {
      key: 'wallet',
      label: t('statement.wallet'),
      words: true,
      sortBy: ({ walletType }) => walletName(common, walletType),
      cell: ({ walletType }) => <Words>{walletName(common, walletType)}</Words>,
    },
    {
      key: 'amount',
      label: t('statement.amount'),
      sortBy: money(({ amount }) => amount),
      cell: ({ amount, currency }) => <Money value={amount} currency={currency} sign="change" own />,
    },
    {
      key: 'balance',
      label: t('statement.balanceAfter'),
      sortBy: money(({ balanceAfter }) => balanceAfter),
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

/** In two lines before a column after it lies outside the table. */
const Words = ({ children }: Readonly<{ children: string }>) => (
  <span className="inline-block py-0.5 leading-tight whitespace-normal">{children}</span>
)
