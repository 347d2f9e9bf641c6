import type { DataOf } from '@rueda/contract/endpoint.ts'
import { type Wallet, wallets } from '@rueda/contract/wallets.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Tag } from '@rueda/ui/pills/Pill.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../shared/server/api.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { WalletSheet } from '../../shared/wallets/WalletSheet.tsx'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { isEmptyWallet } from '../../shared/profile/slices.ts'

/** The wallets with something in them; the others fold away. */
export function WalletList() {
  const t = useText('profile')
  const common = useText('common')
  const all = useQuery(query(wallets.all, {}))
  return (
    <Card rows title={t('wallets')} action={<TextLink href={hrefTo('pages/profile/transfer')}>{common('act.transfer')}</TextLink>}>
      <Loaded query={all} reason={whyFailed} skeleton={<RowsSkeleton />}>
        {({ wallets: list, openWithdrawals }) => <Rows list={list} openWithdrawals={openWithdrawals} />}
      </Loaded>
    </Card>
  )
}

/** A new account: two wallets with money, the others folded away. */
const RowsSkeleton = () => (
  <>
    <SkeletonRows rows={2} height={65} />
    <div className="h-11" />
  </>
)

type OpenWithdrawalList = DataOf<typeof wallets.all>['openWithdrawals']

function Rows({ list, openWithdrawals }: Readonly<{ list: readonly Wallet[]; openWithdrawals: OpenWithdrawalList }>) {
  const t = useText('profile')
  const [showsEmpty, setShowsEmpty] = useState(false)
  const [opened, setOpened] = useState<Wallet | null>(null)
  const empty = list.filter(isEmptyWallet)
  const openWithdrawalsFrom = ({ walletType }: Wallet): OpenWithdrawalList =>
    openWithdrawals.filter((each) => each.walletType === walletType)
  const shown = list.filter((wallet) => showsEmpty || !isEmptyWallet(wallet))
  return (
    <>
      <div className="divide-y divide-line">
        {shown.map((wallet) => (
          <Row key={wallet.walletType} wallet={wallet} openWithdrawals={openWithdrawalsFrom(wallet)} onPress={() => setOpened(wallet)} />
        ))}
      </div>
      {empty.length === 0 ? null : (
        <button
          type="button"
          aria-expanded={showsEmpty}
          onClick={() => setShowsEmpty(!showsEmpty)}
          className="min-h-11 w-full text-meta font-medium text-accent"
        >
          {showsEmpty ? t('hideEmpty') : t('showEmpty', { count: empty.length })}
        </button>
      )}
      <WalletSheet wallet={opened} openWithdrawals={opened === null ? [] : openWithdrawalsFrom(opened)} onClose={() => setOpened(null)} />
    </>
  )
}

type RowProps = Readonly<{ wallet: Wallet; openWithdrawals: OpenWithdrawalList; onPress: () => void }>

function Row({ wallet, openWithdrawals, onPress }: RowProps) {
  const common = useText('common')
  return (
    <button
      type="button"
      onClick={onPress}
      className="-mx-edge flex min-h-16 w-[calc(100%+2*var(--edge))] items-center gap-3 px-edge py-2 text-left active:bg-s2"
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5 text-row">
          <span className="line-clamp-2 leading-tight">{walletName(common, wallet.walletType)}</span> <Tag>{wallet.currency}</Tag>
        </span>
        <span className="block text-meta text-text3">
          <InUse wallet={wallet} />
        </span>
        {openWithdrawals.map(({ state, amount }) => (
          <span key={state} className="block text-meta text-text3">
            {common(`openWithdrawal.${state}`)} <Money value={amount} currency={wallet.currency} own />
          </span>
        ))}
      </span>
      <span className="num text-row">
        <Money value={wallet.balance} currency={wallet.currency} own />
      </span>
    </button>
  )
}

function InUse({ wallet }: { wallet: Wallet }) {
  const common = useText('common')
  return (
    <>
      {common('f.used')} <Money value={wallet.usedBalance} currency={wallet.currency} own />
    </>
  )
}
