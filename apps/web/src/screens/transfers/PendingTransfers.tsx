import type { Transfer } from '@rueda/contract/transfers.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { useState } from 'react'
import { TransferDetail } from './TransferDetail.tsx'
import { TransferRow } from './TransferRow.tsx'
import { usePendingTransfers } from './use-transfers.ts'

/** Transfers on their way, above the form for the next one; a press opens one, with the way to call it back. */
export function PendingTransfers() {
  const pending = usePendingTransfers()
  const [opened, setOpened] = useState<Transfer | null>(null)
  return (
    <>
      {pending.length === 0 ? null : (
        <Card rows>
          {pending.map((transfer) => (
            <TransferRow key={transfer.transferId} transfer={transfer} onPress={() => setOpened(transfer)} />
          ))}
        </Card>
      )}
      <TransferDetail transfer={opened} onClose={() => setOpened(null)} />
    </>
  )
}
