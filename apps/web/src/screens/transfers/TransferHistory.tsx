import type { Transfer } from '@rueda/contract/transfers.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { DayHeader } from '@rueda/ui/lists/RecordRow.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { groupByDay } from '../../shared/lists/by-day.ts'
import { TransferDetail } from './TransferDetail.tsx'
import { TransferRow } from './TransferRow.tsx'
import { useTransferHistory } from './use-transfers.ts'

/** Every transfer under its day, the newest first. */
export function TransferHistory() {
  const t = useText('transfers')
  const { read, rows } = useTransferHistory()
  const [opened, setOpened] = useState<Transfer | null>(null)
  return (
    <>
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={() => rows.length === 0}
        empty={<EmptyState icon={ArrowLeftRight} text={t('history.empty')} />}
      >
        {() => (
          <div className="flex flex-col gap-3">
            {groupByDay(rows, (row) => formatDate(row.createTimeTimestamp)).map(({ day, items }) => (
              <section key={day} aria-label={day}>
                <DayHeader day={day} />
                <Card rows>
                  {items.map((transfer) => (
                    <TransferRow key={transfer.transferId} transfer={transfer} onPress={() => setOpened(transfer)} />
                  ))}
                </Card>
              </section>
            ))}
            <MoreRows read={read} />
          </div>
        )}
      </Loaded>
      <TransferDetail transfer={opened} onClose={() => setOpened(null)} />
    </>
  )
}
