import { accounts } from '@rueda/contract/accounts.ts'
import { codeOfKycStatus } from '@rueda/contract/codes.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { useQuery } from '@tanstack/react-query'
import { IdCard } from 'lucide-react'
import { KycPill } from '../../shared/kyc/KycPill.tsx'
import { hrefTo } from '../../shared/pages/go.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'

/**
 * The way to the identity check, until it is passed: what it is for and how long it takes. A practice account, which has
 * no address, cannot ask for one and is not told of it. Nothing is shown while it is not known.
 */
export function IdentityDoor() {
  const t = useText('home')
  const user = useQuery(query(accounts.me, {})).data
  if (user === undefined || user.email === '' || user.kycStatus === codeOfKycStatus.passed) return null
  return (
    <Card rows>
      <ListRow
        icon={IdCard}
        label={t('identity')}
        detail={t('identity.why')}
        trailing={user.kycStatus === codeOfKycStatus.none ? undefined : <KycPill user={user} />}
        href={hrefTo('pages/kycverify/index')}
      />
    </Card>
  )
}
