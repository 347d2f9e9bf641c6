import type { CashFlow } from '@rueda/contract/wallets.ts'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useText } from '../../shared/text/text.ts'
import { useFlowNote } from './flow-note.ts'
import { kindText } from '../../shared/wallets/kinds.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'

/** One movement with its reference. */
export function FlowSheet({ flow, onClose }: Readonly<{ flow: CashFlow | null; onClose: () => void }>) {
  const t = useText('wallets')
  const shown = useLastShown(flow)
  return (
    <Sheet open={flow !== null} onClose={onClose} title={shown === null ? '' : kindText(t, shown.bizType)}>
      {shown === null ? null : <FlowFacts flow={shown} />}
    </Sheet>
  )
}

function FlowFacts({ flow }: { flow: CashFlow }) {
  const t = useText('wallets')
  const common = useText('common')
  const note = useFlowNote(flow)
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
        { label: t('statement.date'), value: formatDateTime(flow.createTimeTimestamp) },
        { label: t('statement.reference'), value: <CopyValue value={flow.bizNo} label={t('statement.reference')} />, divided: true },
      ]}
    />
  )
}
