import { positions, type Position } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPrice } from '@rueda/ui/formats/format.ts'
import { toast } from '@rueda/ui/messages/toast.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query, useCall } from '../server/api.ts'
import { useText } from '../text/text.ts'
import { Failure } from '../failures/Failure.tsx'
import { isNoAmount, marginWalletOf } from './margin-wallet.ts'

/** Moves money from the wallet into one position: its margin, its liquidation price, and the amount to add. */
export function AddMargin({ position, onClose }: Readonly<{ position: Position; onClose: () => void }>) {
  const t = useText('positions')
  const common = useText('common')
  const { language, offline, text } = useUi()
  const [amount, setAmount] = useState('')
  const walletType = marginWalletOf(position)
  const wallet = useQuery(query(wallets.one, { walletType }))
  const adding = useCall(positions.addMargin, {
    onDone: () => {
      void toast(t('margin.added'))
      onClose()
    },
  })
  return (
    <div className="flex flex-col gap-3">
      <p className="text-label font-normal text-text2">{t('margin.why')}</p>
      <Facts
        rows={[
          { label: t('margin.now'), value: <Money own value={position.margin} currency={position.currency} /> },
          { label: t('margin.liquidation'), value: formatPrice(language, position.liquidationPrice, position.decimals) },
          {
            label: t('availableIn', { wallet: common(`wallet.${walletType}`) }),
            value: <Money own value={wallet.data?.available ?? null} currency={position.currency} rounding="cut" />,
            divided: true,
          },
        ]}
      />
      <AmountInput label={t('margin.amount')} value={amount} suffix={position.currency} onChange={setAmount} />
      <Failure error={adding.error} />
      <Button
        size="large"
        wide
        busy={adding.pending}
        disabled={offline || isNoAmount(amount)}
        onPress={() => void adding.run({ id: position.id, amount: finish(amount) })}
      >
        {offline ? text.offline : t('margin.add')}
      </Button>
    </div>
  )
}
