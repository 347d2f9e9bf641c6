import type { Transfer } from '@rueda/contract/transfers.ts'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useText } from '../../shared/text/text.ts'
import { TransferFacts } from './TransferFacts.tsx'
import { useTransfer } from './use-transfers.ts'

/** One transfer in a sheet. It keeps showing the transfer it was opened for while it closes. */
export function TransferDetail({ transfer, onClose }: Readonly<{ transfer: Transfer | null; onClose: () => void }>) {
  const t = useText('transfers')
  const shown = useLastShown(transfer)
  return (
    <Sheet open={transfer !== null} onClose={onClose} title={t('result.title')}>
      {shown === null ? null : <Followed key={shown.transferId} transfer={shown} />}
    </Sheet>
  )
}

function Followed({ transfer }: { transfer: Transfer }) {
  return <TransferFacts transfer={useTransfer(transfer)} />
}
