import { wallets } from '@rueda/contract/wallets.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../shared/security/session.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { ALL } from './use-statement.ts'

/** What is set aside for orders and requests under way: no movement yet, and gone from what is available all the same. */
export function MoneyInUse({ wallet }: Readonly<{ wallet: string }>) {
  const t = useText('wallets')
  const common = useText('common')
  const signedIn = useSignedIn()
  const { data } = useQuery(query(wallets.all, {}, { enabled: signedIn }))
  const used = (data?.wallets ?? []).filter(
    ({ walletType, usedBalance }) => Number(usedBalance) !== 0 && (wallet === ALL || wallet === walletType),
  )
  if (used.length === 0) return null
  return (
    <Card>
      <Facts
        rows={used.map(({ walletType, usedBalance, currency }) => ({
          label: t('statement.inUse', { wallet: walletName(common, walletType) }),
          value: <Money value={usedBalance} currency={currency} own withCode={currency === 'USD'} />,
        }))}
      />
      <p className="mt-1 text-meta text-text3">{t('statement.inUseWhy')}</p>
    </Card>
  )
}
