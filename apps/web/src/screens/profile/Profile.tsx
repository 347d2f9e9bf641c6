import { EyeButton } from '@rueda/ui/money/PrivacyMask.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { AnonymousCard } from './AnonymousCard.tsx'
import { AssetsCard } from './AssetsCard.tsx'
import { IdentityCard } from './IdentityCard.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'
import { WalletList } from './WalletList.tsx'

/** Route `pages/profile/index`: the customer, the assets, and links to the rest. */
export function Profile() {
  const t = useText('profile')
  const signedIn = useSignedIn()
  return (
    <Screen title={t('title')} actions={signedIn ? <RefreshAndEye /> : undefined}>
      {signedIn ? <PullToRefresh /> : null}
      {signedIn ? (
        <>
          <IdentityCard />
          <AssetsCard />
          <WalletList />
        </>
      ) : (
        <AnonymousCard />
      )}
      <ProfileMenu signedIn={signedIn} />
    </Screen>
  )
}

const RefreshAndEye = () => (
  <>
    <RefreshButton />
    <EyeButton />
  </>
)
