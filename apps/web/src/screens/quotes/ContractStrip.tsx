import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { useText } from '../../shared/text/text.ts'
import { TradeButtons } from './TradeButtons.tsx'
import type { QuoteDetail } from '../../shared/quotes/instrument.ts'
import { expiresSoon, lastDayOf, useContract } from '../../shared/quotes/use-contract.ts'

type ContractProps = Readonly<{ detail: QuoteDetail }>

/** The time the contract ends, highlighted in its last days. */
export function ContractStrip({ detail }: ContractProps) {
  const t = useText('quotes')
  const now = useServerNow(MINUTE_MS)
  const contract = useContract(detail.stock_code)
  if (contract === undefined) return <span aria-hidden className="h-[42px] panes:h-6" />
  const { daysLeft, lastTradeDate } = contract
  return (
    <p className="flex min-h-6 flex-wrap items-center justify-between gap-x-3 gap-y-1 text-meta text-text3">
      <span className="num">
        {t('future.lastTradeDate')} {lastDayOf(contract)}
      </span>
      {lastTradeDate <= now ? null : (
        <Pill tone={expiresSoon(contract) ? 'warn' : 'flat'}>
          <span className="num">
            {daysLeft === 0 ? t('future.today') : t('future.daysLeft', { count: daysLeft, num: String(daysLeft) })}
          </span>
        </Pill>
      )}
    </p>
  )
}

/** An expired contract can no longer be ordered. */
export function ContractBar({ detail }: ContractProps) {
  const t = useText('quotes')
  const now = useServerNow(MINUTE_MS)
  const contract = useContract(detail.stock_code)
  if (contract === undefined || contract.lastTradeDate > now) return <TradeButtons detail={detail} />
  return <InlineMessage tone="info">{t('future.expired', { date: lastDayOf(contract) })}</InlineMessage>
}
