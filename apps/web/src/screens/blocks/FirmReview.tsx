import type { BlockQuote, blocks } from '@rueda/contract/blocks.ts'
import { QUOTE_LIFE_MS } from '@rueda/rules/blocks/price.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatPercent, formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useHeld } from '../../shared/forms/use-held.ts'
import { useServerNow } from '../../shared/live/live-clock.ts'
import type { Call } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { BlockCost } from './BlockCost.tsx'
import type { Placed } from './BlockSheet.tsx'
import { SendBlock } from './SendBlock.tsx'
import { useSendBlock } from './use-send-block.ts'

type FirmReviewProps = Readonly<{
  quote: BlockQuote
  decimals: number
  asking: Call<typeof blocks.quote>
  onAsk: () => void
  onDone: (placed: Placed) => void
}>

const BUY = 0

/** A firm price with how long it holds, what the block costs in all, and from when on it can be sold; after its time, the way to another. */
export function FirmReview({ quote, decimals, asking, onAsk, onDone }: FirmReviewProps) {
  const t = useText('blocks')
  const { language } = useUi()
  const { quoteId, stockCode, quantity, price, referencePrice, premiumPct, unlockDate, total } = quote
  const side = quote.direction === BUY ? 'buy' : 'sell'
  const sent = useSendBlock({ side, total, onDone })
  const secondsLeft = useHeld(useSecondsLeft(quote), sent.sending.pending)
  const shown = (value: string): string => formatPrice(language, value, decimals)
  return (
    <div className="flex flex-col gap-3">
      <p role="timer" className="num">
        <Pill tone={secondsLeft === 0 ? 'danger' : 'warn'} shape="clock">
          {secondsLeft === 0 ? t('firmOver') : t('firmFor', { seconds: String(secondsLeft) })}
        </Pill>
      </p>
      <BlockCost
        cost={{ ...quote, side }}
        power={sent.power}
        isLimit={false}
        above={[
          { label: t('quantity'), value: formatQuantity(language, quantity) },
          { label: t('r.price'), value: shown(price), strong: true },
          { label: t('r.reference'), value: formatPrice(language, referencePrice, Math.max(decimals, decimalsIn(referencePrice))) },
          { label: t('r.premium'), value: formatPercent(language, premiumPct, 'change') },
          unlockDate === null ? null : { label: t('r.unlock'), value: formatDate(unlockDate) },
        ]}
      />
      {unlockDate === null ? null : <InlineMessage tone="warn">{t('lock.warn', { date: formatDate(unlockDate) })}</InlineMessage>}
      {secondsLeft === 0 ? (
        <>
          <FormError error={asking.error} />
          <Button size="large" wide busy={asking.pending} onPress={onAsk}>
            {t('askAgain')}
          </Button>
        </>
      ) : (
        <SendBlock input={{ stockCode, direction: side === 'buy' ? 0 : 1, quantity, quoteId }} side={side} {...sent} />
      )}
    </div>
  )
}

/** The middle of the market often lies between two ticks. */
const decimalsIn = (price: string): number => price.split('.')[1]?.length ?? 0

/** Whole seconds that the price still holds. The two clocks differ by the time the answer took; it never holds for longer than it is given. */
function useSecondsLeft({ expireTimestamp }: Pick<BlockQuote, 'expireTimestamp'>): number {
  const now = useServerNow()
  return Math.ceil(Math.min(QUOTE_LIFE_MS, Math.max(0, expireTimestamp - now)) / SECOND_MS)
}
