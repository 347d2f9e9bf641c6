import { security } from '@rueda/contract/security.ts'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { CloseAccount } from './CloseAccount.tsx'
import { ExportData } from './ExportData.tsx'
import { Freeze } from './Freeze.tsx'

/** Route `pages/setting/account`: freezes the account, exports its data, closes it. */
export function Account() {
  const t = useText('security')
  const status = useQuery(query(security.status, {}))
  return (
    <Screen title={t('account.title')}>
      <Loaded query={status} reason={whyFailed}>
        {({ frozenBy }) => (
          <>
            <Freeze frozenBy={frozenBy} />
            <ExportData />
            <CloseAccount />
          </>
        )}
      </Loaded>
    </Screen>
  )
}
