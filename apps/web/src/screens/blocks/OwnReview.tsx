import type { BlockStock } from '@rueda/contract/blocks.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { useText } from '../../shared/text/text.ts'
import { BlockCost } from './BlockCost.tsx'
import type { Placed } from './BlockSheet.tsx'
import { SendBlock } from './SendBlock.tsx'
import { useSendBlock } from './use-send-block.ts'
import { type Draft, costAtOwnPrice, directionOf } from './block-draft.ts'

type OwnReviewProps = Readonly<{ stock: BlockStock; draft: Draft; onDone: (placed: Placed) => void }>
const DATE_LENGTH = 'yyyy-mm-dd'.length

/** A block at the customer's own price: what it costs at the most or brings at the least, and how long it is negotiated. */
export function OwnReview({ stock, draft, onDone }: OwnReviewProps) {
  const t = useText('blocks')
  const { language } = useUi()
  const today = new Date(useServerNow()).toISOString().slice(0, DATE_LENGTH)
  const cost = { ...costAtOwnPrice(draft, today), side: draft.side, currency: stock.currency }
  const price = finish(draft.price)
  const sent = useSendBlock({ side: draft.side, total: cost.total, onDone })
  return (
    <div className="flex flex-col gap-3">
      <BlockCost
        cost={cost}
        power={sent.power}
        isLimit
        above={[
          { label: t('quantity'), value: formatQuantity(language, draft.quantity) },
          { label: t('r.price'), value: formatPrice(language, price, stock.decimals), strong: true },
        ]}
      />
      <InlineMessage tone="info">{t('own.info')}</InlineMessage>
      {draft.side === 'buy' ? <InlineMessage tone="warn">{t('lockRule')}</InlineMessage> : null}
      <SendBlock
        input={{ stockCode: stock.stockCode, direction: directionOf(draft), quantity: finish(draft.quantity), price }}
        side={draft.side}
        {...sent}
      />
    </div>
  )
}
