import { Button } from '@rueda/ui/Button.tsx'
import { InlineMessage } from '@rueda/ui/InlineMessage.tsx'
import { useText } from '../../app/text.ts'
import { TransferFacts } from './TransferFacts.tsx'
import type { Outcome } from './proposal.ts'
import { useTransfer } from './use-transfers.ts'

type TransferResultProps = Readonly<{ outcome: Outcome; onDone: () => void; onHistory: () => void }>

/** What came of sending a transfer. It follows the exchange until it has settled. */
export function TransferResult({ outcome, onDone, onHistory }: TransferResultProps) {
  const t = useText('transfers')
  if (outcome.kind === 'accepted') return <Accepted outcome={outcome} onDone={onDone} />
  if (outcome.kind === 'refused') {
    return (
      <>
        <InlineMessage tone="danger">{outcome.message}</InlineMessage>
        <div className="mt-4">
          <Button size="large" wide onPress={onDone}>
            {t('result.back')}
          </Button>
        </div>
      </>
    )
  }
  // Sending again is never offered; looking is.
  return (
    <>
      <InlineMessage tone="warn">{t('result.unknownWhy')}</InlineMessage>
      <div className="mt-4">
        <Button size="large" wide onPress={onHistory}>
          {t('result.list')}
        </Button>
      </div>
    </>
  )
}

function Accepted({ outcome, onDone }: Readonly<{ outcome: Extract<Outcome, { kind: 'accepted' }>; onDone: () => void }>) {
  const common = useText('common')
  const transfer = useTransfer(outcome.transfer)
  return (
    <TransferFacts transfer={transfer}>
      <Button size="large" wide onPress={onDone}>
        {common('act.done')}
      </Button>
    </TransferFacts>
  )
}
