import { classes } from '@rueda/ui/look/classes.ts'
import { Money } from '@rueda/ui/money/Money.tsx'
import { EyeButton } from '@rueda/ui/money/PrivacyMask.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { wallets } from '@rueda/contract/wallets.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePushOpen } from '../../shared/live/live.ts'
import { query } from '../../shared/server/api.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { useLiveOverview } from '../../shared/wallets/use-overview.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'

/** The account in one line at the foot of the workspace, and the state of its connection. */
export function AccountBar({ tools }: Readonly<{ tools?: ReactNode }>) {
  const t = useText('desk')
  const signedIn = useSignedIn()
  const { offline } = useUi()
  const pushes = usePushOpen()
  const isConnected = pushes && !offline
  return (
    <footer aria-label={t('account')} className="flex h-10 flex-none items-center gap-6 border-t border-line bg-s1 px-edge text-meta">
      {signedIn ? <Figures /> : <span className="flex-1" />}
      <span className={classes('flex flex-none items-center gap-1.5', isConnected ? 'text-up' : 'text-warn')}>
        <span aria-hidden className="size-2 rounded-pill bg-current" />
        {t(isConnected ? 'connected' : 'offline')}
      </span>
      {tools}
    </footer>
  )
}

const TRADING = 'STOCK' as const

function Figures() {
  const t = useText('desk')
  const common = useText('common')
  const { data } = useLiveOverview()
  const { data: trading } = useQuery(query(wallets.one, { walletType: TRADING }))
  return (
    <div className="flex min-w-0 flex-1 items-center gap-6 overflow-hidden">
      <Figure label={t('account.equity')}>
        <Money own value={data?.totalAssets ?? null} currency={data?.currency ?? 'USD'} withCode />
      </Figure>
      <Figure label={t('account.today')}>
        <Change own absolute={data?.todayProfit ?? null} currency={data?.currency ?? 'USD'} />
      </Figure>
      <Figure label={`${t('account.available')} · ${walletName(common, TRADING)}`}>
        <Money own value={trading?.available ?? null} currency={trading?.currency ?? 'USD'} rounding="cut" withCode />
      </Figure>
      <span className="-my-2">
        <EyeButton />
      </span>
    </div>
  )
}

const Figure = ({ label, children }: Readonly<{ label: string; children: ReactNode }>) => (
  <span className="flex items-baseline gap-2 whitespace-nowrap">
    <span className="text-text3">{label}</span>
    <span className="num font-semibold">{children}</span>
  </span>
)
