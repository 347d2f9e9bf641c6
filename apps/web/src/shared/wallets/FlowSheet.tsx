import type { CashFlow } from '@rueda/contract/wallets.ts'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { OrderLink } from '../orders/OrderLink.tsx'
import { useText } from '../text/text.ts'
import { flowNote, useNoteWords } from './flow-note.ts'
import { flowTime } from './flow-time.ts'
import { kindText } from './kinds.ts'
import { walletName } from './wallet-name.ts'

type FlowSheetProps = Readonly<{
  flow: CashFlow | null
  /** The executions that it is made of; left out or one where it is its own. */
  parts?: readonly CashFlow[] | undefined
  /** The zone of its time; without one it is the reader's. */
  zone?: string | undefined
  onClose: () => void
}>

/** One movement with its reference. */
export function FlowSheet({ flow, parts, zone, onClose }: FlowSheetProps) {
  const t = useText('wallets')
  const shown = useLastShown(flow)
  const shownParts = useLastShown(parts ?? null)
  return (
    <Sheet open={flow !== null} onClose={onClose} title={shown === null ? '' : kindText(t, shown.bizType)}>
      {shown === null ? null : <FlowFacts flow={shown} zone={zone} />}
      {shownParts === null || shownParts.length < 2 ? null : <Parts parts={shownParts} zone={zone} />}
    </Sheet>
  )
}

/** Each execution of an order, the newest first, as the movements are. */
function Parts({ parts, zone }: Readonly<{ parts: readonly CashFlow[]; zone: string | undefined }>) {
  const t = useText('wallets')
  return (
    <section aria-label={t('statement.partsTitle')} className="mt-3">
      <h3 className="text-label">{t('statement.partsTitle')}</h3>
      <Facts
        rows={parts.map((part) => ({
          label: <span key={part.id}>{flowTime(part, zone)}</span>,
          value: <Money value={part.amount} currency={part.currency} sign="change" own />,
        }))}
      />
    </section>
  )
}

function FlowFacts({ flow, zone }: Readonly<{ flow: CashFlow; zone: string | undefined }>) {
  const t = useText('wallets')
  const common = useText('common')
  const orders = useText('orders')
  const { language } = useUi()
  const note = flowNote(useNoteWords(), flow)
  return (
    <Facts
      rows={[
        {
          label: t('statement.amount'),
          value: <Money value={flow.amount} currency={flow.currency} sign="change" own withCode />,
          strong: true,
        },
        { label: t('statement.balanceAfter'), value: <Money value={flow.balanceAfter} currency={flow.currency} own /> },
        { label: t('statement.wallet'), value: walletName(common, flow.walletType) },
        note === '' ? null : { label: t('statement.note'), value: note },
        flow.quantity === null ? null : { label: orders('review.quantity'), value: formatQuantity(language, flow.quantity) },
        { label: t('statement.date'), value: flowTime(flow, zone) },
        flow.orderId === null ? null : { label: orders('detail.title'), value: <OrderLink id={flow.orderId} /> },
        { label: t('statement.reference'), value: <CopyValue value={flow.bizNo} label={t('statement.reference')} />, divided: true },
      ]}
    />
  )
}
