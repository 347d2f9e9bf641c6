import type { OddLotCalls } from '@rueda/contract/quote-shapes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { type Parts, partsOf } from '../../shared/orders/odd-lots.ts'
import { isNothing } from './ticket.ts'
import { useAwaitedCall } from '../../shared/orders/use-awaited-call.ts'
import type { Ticket } from './use-ticket.ts'

/** The note below the quantity on the part that is less than a lot. */
export function OddLotNote({ ticket: { detail, quantity } }: { ticket: Ticket }) {
  const { oddLots, lotSize } = detail
  const parts = oddLots === null || isNothing(quantity) ? null : partsOf(quantity, lotSize)
  return parts === null || oddLots === null ? null : <Sentence calls={oddLots} parts={parts} />
}

function Sentence({ calls, parts: { board, odd } }: Readonly<{ calls: OddLotCalls; parts: Parts }>) {
  const t = useText('orders')
  const { language } = useUi()
  const time = useAwaitedCall(calls)
  const figures = { seconds: String(calls.everySeconds), board: formatQuantity(language, board), odd: formatQuantity(language, odd) }
  return (
    <p className="num text-center text-meta text-balance text-text2">
      {t(board === '0' ? 'oddLot.alone' : 'oddLot.split', figures)}
      {time === null ? null : ` ${t('oddLot.next', { time })}`}
    </p>
  )
}
