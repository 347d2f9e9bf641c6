import { type Card as CardRow, cards } from '@rueda/contract/cards.ts'
import { railOfAccount, rails } from '@rueda/rules/withdrawals/rails.ts'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../shared/server/api.ts'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { ProtectedGate } from '../../shared/security/ProtectedGate.tsx'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { CardChoice, firstUsable, usableOf } from './CardChoice.tsx'
import { RecordsLink } from './RecordsLink.tsx'
import { WaySwitch } from './WaySwitch.tsx'
import { WithdrawForm } from './WithdrawForm.tsx'
import { useApply } from './use-apply.ts'

/** Route `pages/withdraw/bcard`: to a bank account, from the wallet its country's way takes it from. */
export function WithdrawToCard() {
  const titles = useText('titles')
  const own = useQuery(query(cards.list, { type: 'bank' }))
  return (
    <Screen title={titles('withdrawToCard')} actions={<RecordsLink />}>
      <WaySwitch way="bank" />
      <ProtectedGate>
        <Loaded query={own} reason={whyFailed}>
          {(all) => <ToBank own={all} />}
        </Loaded>
      </ProtectedGate>
    </Screen>
  )
}

function ToBank({ own }: Readonly<{ own: readonly CardRow[] }>) {
  const asked = useQueryOfPage()['card'] ?? null
  const [chosen, choose] = useState((usableOf(own, asked) ?? firstUsable(own))?.id ?? null)
  const card = own.find(({ id }) => id === chosen) ?? null
  const { wallet } = rails[railOfAccount(card?.countryCode ?? 'AR')]
  return (
    <div className="flex flex-col gap-4">
      <CardChoice kind="bank" own={own} chosen={card} onChoose={choose} />
      {/* The typed amount stays while the currency is the same: in another it would be another amount. */}
      {own.length === 0 ? null : <FromWallet key={wallet} card={card} />}
    </div>
  )
}

function FromWallet({ card }: Readonly<{ card: CardRow | null }>) {
  const t = useText('withdrawals')
  const common = useText('common')
  const rail = railOfAccount(card?.countryCode ?? 'AR')
  const { wallet } = rails[rail]
  const form = useApply({ walletType: wallet, type: 'bank', own: card === null ? [] : [card] })
  return (
    <>
      <p className="text-label font-normal text-text2">{t('from', { wallet: walletName(common, wallet) })}</p>
      <WithdrawForm
        rail={rail}
        type="bank"
        destination={card === null ? '' : `${card.bankName} ${card.cardNo}`}
        amount={form.amount}
        onAmount={form.setAmount}
        sending={form.sending}
        onClosed={form.again}
      />
    </>
  )
}
