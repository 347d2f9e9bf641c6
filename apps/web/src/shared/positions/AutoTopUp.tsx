import { positions, type Position } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { toast } from '@rueda/ui/messages/toast.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query, useCall } from '../server/api.ts'
import { useText } from '../text/text.ts'
import { Failure } from '../failures/Failure.tsx'
import { isNoAmount, marginWalletOf } from './margin-wallet.ts'

type AutoTopUpProps = Readonly<{ position: Position; onClose: () => void }>

/** Switches automatic top-up of margin on or off, with its cap; what it can cost is said before. */
export function AutoTopUp({ position, onClose }: AutoTopUpProps) {
  const t = useText('positions')
  const common = useText('common')
  const { language, offline, text } = useUi()
  const [cap, setCap] = useState('')
  const walletType = marginWalletOf(position)
  const wallet = useQuery(query(wallets.one, { walletType }))
  const { currency, topUpLeft } = position
  const isOn = topUpLeft !== null
  const changing = useCall(positions.topUp, {
    onDone: ({ topUpLeft: left }) => {
      void toast(left === null ? t('topUp.isOff') : t('topUp.isOn', { amount: formatMoney(language, left, currency) }))
      onClose()
    },
  })
  return (
    <div className="flex flex-col gap-3">
      <p className="text-label font-normal text-text2">{t('topUp.what', { wallet: common(`wallet.${walletType}`) })}</p>
      <InlineMessage tone="warn">{t('topUp.consequence')}</InlineMessage>
      <Facts
        rows={[
          {
            label: t('availableIn', { wallet: common(`wallet.${walletType}`) }),
            value: <Money own value={wallet.data?.available ?? null} currency={currency} rounding="cut" />,
          },
          isOn && { label: t('topUp.left'), value: <Money own value={topUpLeft} currency={currency} />, strong: true },
        ]}
      />
      <AmountInput label={t(isOn ? 'topUp.newCap' : 'topUp.cap')} value={cap} suffix={currency} onChange={setCap} />
      <Failure error={changing.error} />
      <Button
        size="large"
        wide
        busy={changing.pending}
        disabled={offline || isNoAmount(cap)}
        onPress={() => void changing.run({ id: position.id, amount: finish(cap) })}
      >
        {offline ? text.offline : t(isOn ? 'topUp.change' : 'topUp.switchOn')}
      </Button>
      {isOn ? (
        <Button
          tone="secondary"
          size="large"
          wide
          disabled={offline || changing.pending}
          onPress={() => void changing.run({ id: position.id })}
        >
          {t('topUp.switchOff')}
        </Button>
      ) : null}
    </div>
  )
}
