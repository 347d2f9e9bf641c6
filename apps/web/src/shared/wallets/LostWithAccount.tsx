import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { type Wallet, wallets } from '@rueda/contract/wallets.ts'
import { type Fact, Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { parseScaled } from '@rueda/rules/decimal.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../server/api.ts'
import { useText } from '../text/text.ts'
import { walletName } from './wallet-name.ts'

/** The assets lost with the account, on request wallet by wallet; a dash for a figure that could not be read, never a zero. */
export function LostWithAccount({ byWallet = false }: Readonly<{ byWallet?: boolean }>) {
  const t = useText('profile')
  const { language } = useUi()
  const money = useQuery(query(wallets.overview, {}))
  const held = useQuery(query(positions.holding, { pageSize: 1 }))
  const working = useQuery(query(orders.list, { working: 1, pageSize: 1 }))
  const walletRows = useWalletRows(byWallet)
  const count = (total: number | undefined) => (total === undefined ? null : formatNumber(language, String(total), { least: 0, most: 0 }))
  return (
    <Facts
      rows={[
        {
          label: t('leavePractice.money'),
          value: money.data === undefined ? null : <Money value={money.data.totalAssets} currency={money.data.currency} withCode />,
          strong: true,
        },
        ...walletRows,
        { label: t('leavePractice.positions'), value: count(held.data?.total) },
        { label: t('leavePractice.orders'), value: count(working.data?.total) },
      ]}
    />
  )
}

/** Only wallets that hold something. */
function useWalletRows(enabled: boolean): Fact[] {
  const common = useText('common')
  const { data } = useQuery(query(wallets.all, {}, { enabled }))
  const hasMoney = ({ balance }: Wallet): boolean => parseScaled(balance) !== 0n
  return (data?.wallets ?? []).filter(hasMoney).map(({ walletType, balance, currency }) => ({
    label: walletName(common, walletType),
    value: <Money value={balance} currency={currency} rounding="cut" />,
  }))
}
