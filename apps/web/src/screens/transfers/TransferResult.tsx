import { Button } from '@rueda/ui/actions/Button.tsx'
import { ResultMessage } from '@rueda/ui/messages/ResultMessage.tsx'
import { backTextOf } from '../../shared/pages/back-text.ts'
import { useBackTo, useQueryOfPage } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { TransferFacts } from './TransferFacts.tsx'
import type { Outcome } from './proposal.ts'
import { useTransfer } from './use-transfers.ts'

type TransferResultProps = Readonly<{ outcome: Outcome; onDone: () => void; onHistory: () => void }>

/** The result of sending a transfer. It follows the exchange until it has settled. */
export function TransferResult({ outcome, onDone, onHistory }: TransferResultProps) {
  const t = useText('transfers')
  if (outcome.kind === 'accepted') return <Accepted outcome={outcome} onDone={onDone} />
  if (outcome.kind === 'refused')
    return <ResultMessage tone="danger" message={outcome.message} action={t('result.back')} onPress={onDone} />
  // Sending again is never offered; looking is.
  return <ResultMessage tone="warn" message={t('result.unknownWhy')} action={t('result.list')} onPress={onHistory} />
}

function Accepted({ outcome, onDone }: Readonly<{ outcome: Extract<Outcome, { kind: 'accepted' }>; onDone: () => void }>) {
  const common = useText('common')
  const backTo = useBackTo()
  const { return: sender } = useQueryOfPage()
  const transfer = useTransfer(outcome.transfer)
  return (
    <TransferFacts transfer={transfer}>
      {sender === undefined ? (
        <Button size="large" wide onPress={onDone}>
          {common('act.done')}
        </Button>
      ) : (
        <>
          <Button size="large" wide onPress={() => backTo(sender)}>
            {common(backTextOf(sender))}
          </Button>
          <Button tone="secondary" wide onPress={onDone}>
            {common('act.done')}
          </Button>
        </>
      )}
    </TransferFacts>
  )
}
