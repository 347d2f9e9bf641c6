import type { DepositChannel } from '@rueda/contract/deposits.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatNumber, formatPercent } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'

const MAX_DECIMALS = 8

/** The terms of a channel: the wallet it credits, its rate, and what becomes of too little. */
export function ChannelRules({ channel }: Readonly<{ channel: DepositChannel }>) {
  const t = useText('deposits')
  const common = useText('common')
  const { language } = useUi()
  const { currency, creditCurrency, rateToWallet, spreadPct, confirmations, blockSeconds, waitingAmount } = channel
  const isExchanged = currency !== creditCurrency
  return (
    <Card label={t('rules')}>
      <Facts
        rows={[
          { label: t('credits'), value: walletName(common, channel.creditWallet) },
          isExchanged && rateToWallet !== null
            ? {
                label: t('rate'),
                value: `1 ${currency} = ${formatNumber(language, rateToWallet, { least: 2, most: MAX_DECIMALS })} ${creditCurrency}`,
              }
            : null,
          isExchanged && Number(spreadPct) > 0
            ? { label: t('rate.spread'), value: t('rate.belowMid', { percent: formatPercent(language, spreadPct, 'plain') }) }
            : null,
          { label: t('fee'), value: t('free') },
          confirmations > 0
            ? {
                label: t('confirmed'),
                value: t('confirmedAfter', { num: String(confirmations), seconds: String(confirmations * blockSeconds) }),
              }
            : null,
          { label: t('least'), value: formatMoney(language, channel.minAmount, creditCurrency) },
        ]}
      />
      <p className="mt-2 text-meta text-text3">{t('belowMinimum')}</p>
      {/[1-9]/.test(waitingAmount) ? (
        <div className="mt-3">
          <InlineMessage tone="info">
            {t('waitingNow', { amount: `${formatNumber(language, waitingAmount, { least: 2, most: MAX_DECIMALS })} ${currency}` })}
          </InlineMessage>
        </div>
      ) : null}
    </Card>
  )
}
