import { codeOfKycStatus as standings } from '@rueda/contract/codes.ts'
import { kyc } from '@rueda/contract/kyc.ts'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { useQuery } from '@tanstack/react-query'
import { RegisterFirst } from '../../shared/security/RegisterFirst.tsx'
import { usePractising } from '../../shared/security/session.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { IdentityFailed } from './IdentityFailed.tsx'
import { IdentityPassed } from './IdentityPassed.tsx'
import { IdentityStart } from './IdentityStart.tsx'
import { IdentityUnderReview } from './IdentityUnderReview.tsx'

/** Route `pages/kycverify/index`: the state of the customer's identity check, and the way through it. */
export function Identity() {
  const t = useText('kyc')
  const practising = usePractising()
  const standing = useQuery({
    ...query(kyc.status, {}),
    // While it is under review the screen asks again by itself.
    refetchInterval: ({ state }) => (state.data?.kycStatus === standings.pending ? MINUTE_MS : false),
  })
  return (
    <Screen title={t('title')}>
      <Loaded query={standing} reason={whyFailed}>
        {(identity) => {
          if (practising) return <RegisterFirst purpose="identity" />
          if (identity.kycStatus === standings.passed) return <IdentityPassed identity={identity} />
          if (identity.kycStatus === standings.pending) {
            return <IdentityUnderReview identity={identity} busy={standing.isFetching} onAsk={() => void standing.refetch()} />
          }
          return identity.kycStatus === standings.failed ? <IdentityFailed identity={identity} /> : <IdentityStart />
        }}
      </Loaded>
    </Screen>
  )
}
