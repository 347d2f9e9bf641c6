import type { Wallet } from '@rueda/contract/wallets.ts'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useText } from '../../shared/text/text.ts'
import { TransferResult } from './TransferResult.tsx'
import { TransferReview } from './TransferReview.tsx'
import type { TransferFlow } from './use-transfer-sheet.ts'

type TransferSheetProps = Readonly<{ flow: TransferFlow; wallets: readonly Wallet[]; onHistory: () => void }>

const titles = { accepted: 'result.title', refused: 'result.refused', unknown: 'result.unknown' } as const

/** The review of a transfer and, in the same sheet, its result. */
export function TransferSheet({ flow, wallets, onHistory }: TransferSheetProps) {
  const t = useText('transfers')
  const { stage } = flow
  return (
    <Sheet
      open={flow.open}
      onClose={flow.close}
      pending={flow.pending}
      title={stage?.kind === 'result' ? t(titles[stage.outcome.kind]) : t('review.title')}
    >
      {stage === null ? null : stage.kind === 'review' ? (
        <TransferReview
          key={stage.idempotencyKey}
          proposal={stage.proposal}
          wallets={wallets}
          pending={flow.pending}
          onConfirm={flow.confirm}
        />
      ) : (
        <TransferResult
          outcome={stage.outcome}
          onDone={flow.close}
          onHistory={() => {
            flow.close()
            onHistory()
          }}
        />
      )}
    </Sheet>
  )
}
