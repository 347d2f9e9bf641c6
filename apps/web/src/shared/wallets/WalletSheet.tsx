import { type OpenWithdrawal, type Wallet, wallets } from '@rueda/contract/wallets.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { type Fact, Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import type { WalletFigure } from '@rueda/rules/wallets/derive-wallet.ts'
import { useExplained } from '../figures/use-explained.tsx'
import { query } from '../server/api.ts'
import { useGo } from '../pages/go.ts'
import { useText } from '../text/text.ts'
import { walletName } from './wallet-name.ts'

/** One wallet: its balance, the part that can be used, and the part that can be taken out. */
type WalletSheetProps = Readonly<{ wallet: Wallet | null; openWithdrawals: readonly OpenWithdrawal[]; onClose: () => void }>

export function WalletSheet({ wallet, openWithdrawals, onClose }: WalletSheetProps) {
  const common = useText('common')
  const shown = useLastShown(wallet)
  return (
    <Sheet open={wallet !== null} onClose={onClose} title={shown === null ? '' : walletName(common, shown.walletType)}>
      {shown === null ? null : <WalletFacts wallet={shown} openWithdrawals={openWithdrawals} />}
    </Sheet>
  )
}

function WalletFacts({ wallet, openWithdrawals }: Readonly<{ wallet: Wallet; openWithdrawals: readonly OpenWithdrawal[] }>) {
  const t = useText('wallets')
  const common = useText('common')
  const go = useGo()
  const money = (value: string | null, currency = wallet.currency) => (
    <Money value={value} currency={currency} rounding="cut" own withCode={currency === 'USD'} />
  )
  const explained = useExplained()
  const { walletType } = wallet
  const row = (figure: WalletFigure, fact: Fact) => explained(figure, query(wallets.explain, { walletType, figure }), fact)
  return (
    <>
      <Facts
        rows={[
          row('balance', { label: t('balance'), value: money(wallet.balance), strong: true }),
          row('used', { label: t('used'), value: money(wallet.usedBalance) }),
          ...openWithdrawals.map(({ state, amount }) => ({ label: common(`openWithdrawal.${state}`), value: money(amount) })),
          row('available', { label: t('available'), value: money(wallet.available), divided: true }),
          row('unsettled', { label: t('unsettled'), value: money(wallet.unsettled) }),
          row('withdrawable', { label: t('withdrawable'), value: money(wallet.withdrawable) }),
          wallet.currency === 'USD' ? null : { label: t('value'), value: money(wallet.valueUsd, 'USD') },
        ]}
      />
      <p className="mt-2 mb-4 text-meta text-text3">{t('unsettledWhy')}</p>
      <div className="grid grid-cols-2 gap-2.5 large:grid-cols-1">
        <Button tone="secondary" size="large" onPress={() => go('pages/profile/transaction', { wallet: wallet.walletType })}>
          {t('movements')}
        </Button>
        <Button size="large" onPress={() => go('pages/profile/transfer', endOf(wallet))}>
          {t('transfer')}
        </Button>
      </div>
    </>
  )
}

/** An empty wallet is the target of a transfer; any other is its source. */
const endOf = ({ walletType, withdrawable }: Wallet) => (Number(withdrawable) === 0 ? { to: walletType } : { from: walletType })
