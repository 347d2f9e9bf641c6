import type { Wallet } from '@rueda/contract/wallets.ts'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Tag } from '@rueda/ui/pills/Pill.tsx'
import { OptionList } from '@rueda/ui/fields/Select.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { ArrowDownUp, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../shared/text/text.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { turned, withFrom, withTo, type WalletType } from './draft.ts'
import type { TransferForm } from './use-transfer-form.ts'

/** The wallets the money leaves and goes to, one above the other, with the button that swaps them. */
export function WalletPair({ form: { wallets, draft, change, from, to } }: { form: TransferForm }) {
  const t = useText('transfers')
  return (
    <div className="flex items-center rounded-card bg-s1 pr-1 pl-edge shadow-card">
      <div className="min-w-0 flex-1 divide-y divide-line">
        <WalletChoice label={t('from')} wallet={from} wallets={wallets} onChoose={(type) => change(withFrom(draft, type))} />
        <WalletChoice label={t('to')} wallet={to} wallets={wallets} onChoose={(type) => change(withTo(draft, type))} />
      </div>
      <IconButton label={t('swap')} icon={ArrowDownUp} onPress={() => change(turned(draft))} />
    </div>
  )
}

type WalletChoiceProps = Readonly<{
  label: string
  wallet: Wallet
  wallets: readonly Wallet[]
  onChoose: (type: WalletType) => void
}>

function WalletChoice({ label, wallet, wallets, onChoose }: WalletChoiceProps) {
  const common = useText('common')
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-16 w-full items-center gap-3 py-2 text-left large:flex-wrap large:*:first:basis-2/3"
      >
        <span className="min-w-0 flex-1">
          <span className="block text-micro text-text3">{label}</span>
          <span className="flex flex-wrap items-center gap-x-1.5 text-row">
            {walletName(common, wallet.walletType)} <Tag>{wallet.currency}</Tag>
          </span>
        </span>
        <span className="num text-meta text-text2">
          <Money value={wallet.available} currency={wallet.currency} rounding="cut" own />
        </span>
        <ChevronDown aria-hidden size={18} className="flex-none text-text3" />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={label}>
        <OptionList
          label={label}
          value={wallet.walletType}
          options={wallets.map(({ walletType, available, currency }) => ({
            value: walletType,
            label: walletName(common, walletType),
            detail: <Money value={available} currency={currency} rounding="cut" own />,
          }))}
          onChoose={(type) => {
            setOpen(false)
            onChoose(type)
          }}
        />
      </Sheet>
    </>
  )
}
