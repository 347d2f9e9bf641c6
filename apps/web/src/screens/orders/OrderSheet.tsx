import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useText } from '../../shared/text/text.ts'
import { OrderResultView, resultTitle } from './OrderResult.tsx'
import { OrderReview } from './OrderReview.tsx'
import type { OrderFlow } from './use-order-sheet.ts'

type OrderSheetProps = Readonly<{ flow: OrderFlow; quote: Quote; onRefresh: () => void }>

/** The review of an order and, in the same sheet, its result. */
export function OrderSheet({ flow, quote, onRefresh }: OrderSheetProps) {
  const t = useText('orders')
  const { stage } = flow
  return (
    <Sheet
      open={flow.open}
      onClose={flow.close}
      pending={flow.pending}
      title={stage?.kind === 'result' ? t(resultTitle(stage.outcome)) : t('review.title')}
    >
      {stage === null ? null : stage.kind === 'review' ? (
        <OrderReview
          key={stage.idempotencyKey}
          proposal={stage.proposal}
          quote={quote}
          pending={flow.pending}
          onConfirm={flow.confirm}
          onRefresh={onRefresh}
        />
      ) : (
        <OrderResultView outcome={stage.outcome} onDone={flow.close} />
      )}
    </Sheet>
  )
}
