import type { Deposit } from '@rueda/contract/deposits.ts'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { StatusPill } from '@rueda/ui/pills/Pill.tsx'
import { Timeline } from '@rueda/ui/lists/Timeline.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatNumber } from '@rueda/ui/formats/format.ts'
import { OwnPicture } from '../../shared/pictures/OwnPicture.tsx'
import { useText } from '../../shared/text/text.ts'
import { SupportLink } from '../../shared/support/SupportLink.tsx'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { DepositActions } from './DepositActions.tsx'
import { reasonOf, statusOf, stepsOf } from '../../shared/deposits/deposit-status.ts'

const MAX_DECIMALS = 8

/** One deposit: its state, its steps, the amounts announced, arrived and credited, and its reference. */
export function DepositFacts({ deposit }: Readonly<{ deposit: Deposit }>) {
  const t = useText('deposits')
  const status = useText('status')
  const { language } = useUi()
  const reason = reasonOf(t, deposit)
  const { shortfall, creditCurrency } = deposit
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3" role="status">
        <span className="num text-total">
          <Money value={deposit.amount} currency={deposit.currency} withCode own />
        </span>
        <StatusPill status={statusOf(status, deposit)} />
      </div>
      {reason === null ? null : (
        <InlineMessage tone="danger" action={<SupportLink topic="deposit" record={`deposit:${deposit.id}`} />}>
          {reason}
          {/[1-9]/.test(shortfall) ? ` ${t('shortfall', { amount: formatMoney(language, shortfall, creditCurrency) })}` : null}
        </InlineMessage>
      )}
      <Timeline steps={stepsOf(t, deposit)} />
      <Amounts deposit={deposit} />
      {deposit.proofImg === null ? null : <Proof url={deposit.proofImg} />}
      <DepositActions deposit={deposit} />
    </div>
  )
}

/** The picture sent as proof, small; pressing it opens it whole. */
function Proof({ url }: Readonly<{ url: string }>) {
  const t = useText('deposits')
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="text-label text-text2">{t('proof')}</figcaption>
      <OwnPicture url={url} alt={t('proof')} size="small" />
    </figure>
  )
}

function Amounts({ deposit }: Readonly<{ deposit: Deposit }>) {
  const t = useText('deposits')
  const common = useText('common')
  const { language } = useUi()
  const { currency, creditCurrency, announcedAmount, arrivedAmount, creditedAmount, rate, network, txHash, depositNo } = deposit
  const inChannel = (value: string) => <Money value={value} currency={currency} withCode own />
  return (
    <Facts
      rows={[
        network === null ? null : { label: t('network'), value: network },
        announcedAmount === null ? null : { label: t('announced'), value: inChannel(announcedAmount) },
        arrivedAmount === null ? null : { label: t('arrived'), value: inChannel(arrivedAmount) },
        rate === null || currency === creditCurrency
          ? null
          : {
              label: t('rate'),
              value: `1 ${currency} = ${formatNumber(language, rate, { least: 2, most: MAX_DECIMALS })} ${creditCurrency}`,
            },
        creditedAmount === null
          ? null
          : { label: t('credited'), value: <Money value={creditedAmount} currency={creditCurrency} withCode own />, strong: true },
        { label: t('credits'), value: walletName(common, deposit.creditWallet) },
        txHash === null ? null : { label: t('txHash'), value: <CopyValue value={txHash} label={t('txHash')} /> },
        { label: common('f.reference'), value: <CopyValue value={depositNo} label={common('f.reference')} /> },
      ]}
    />
  )
}
