import type { CashFlow } from '@rueda/contract/wallets.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { DayHeader, RecordIcon, RecordRow } from '@rueda/ui/lists/RecordRow.tsx'
import { formatDate, formatDateTime } from '@rueda/ui/formats/dates.ts'
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  Gift,
  RotateCcw,
  HandCoins,
  Landmark,
  type LucideIcon,
  Repeat,
  Split,
  Undo2,
} from 'lucide-react'
import { WIDE, useMedia } from '../../shared/device/appearance.ts'
import { useText } from '../../shared/text/text.ts'
import { groupByDay } from '../../shared/lists/by-day.ts'
import { FlowTable } from '../../shared/wallets/FlowTable.tsx'
import { flowNote, useNoteWords } from '../../shared/wallets/flow-note.ts'
import { kindText } from '../../shared/wallets/kinds.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'

type FlowListProps = Readonly<{
  flows: readonly CashFlow[]
  onOpen: (flow: CashFlow) => void
  /** True if these are a part of all there are. */
  hasMore: boolean
}>

/** Movements. Signs, not colours, say which way the money went. */
export function FlowList(props: FlowListProps) {
  const wide = useMedia(WIDE)
  const t = useText('wallets')
  return wide ? <FlowTable label={t('statement.title')} {...props} /> : <FlowDays {...props} />
}

/** Movements under their days. */
function FlowDays({ flows, onOpen }: Pick<FlowListProps, 'flows' | 'onOpen'>) {
  return groupByDay(flows, (flow) => formatDate(flow.createTimeTimestamp)).map(({ day, items }) => (
    <section key={day} aria-label={day}>
      <DayHeader day={day} />
      <Card rows>
        {items.map((flow) => (
          <FlowRow key={flow.id} flow={flow} onPress={() => onOpen(flow)} />
        ))}
      </Card>
    </section>
  ))
}

const icons: Readonly<Record<string, LucideIcon>> = {
  BUY: ArrowDownToLine,
  SELL: ArrowUpFromLine,
  DEPOSIT: Landmark,
  DEPOSIT_REVERSED: Undo2,
  WITHDRAWAL: Landmark,
  TRANSFER: ArrowLeftRight,
  EXCHANGE: Repeat,
  EXCHANGE_COST: Undo2,
  DIVIDEND: HandCoins,
  SPLIT: Split,
  GRANT: Gift,
  BEGINNING: RotateCcw,
  REVERSAL: Undo2,
}

function FlowRow({ flow, onPress }: Readonly<{ flow: CashFlow; onPress: () => void }>) {
  const t = useText('wallets')
  const words = useNoteWords()
  const note = flowNote(words, flow)
  const Icon = icons[flow.bizType] ?? ArrowLeftRight
  return (
    <RecordRow
      leading={<RecordIcon icon={Icon} />}
      title={note === '' ? kindText(t, flow.bizType) : `${kindText(t, flow.bizType)} · ${note}`}
      meta={
        <>
          {walletName(words.common, flow.walletType)}
          <br />
          {formatDateTime(flow.createTimeTimestamp)}
        </>
      }
      amount={<Money value={flow.amount} currency={flow.currency} sign="change" own />}
      trailing={<Money value={flow.balanceAfter} currency={flow.currency} own />}
      onPress={onPress}
    />
  )
}
