import { accounts } from '@rueda/contract/accounts.ts'
import { ConfirmDialog } from '@rueda/ui/sheets/ConfirmDialog.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { call } from '../server/api.ts'
import { useGo } from '../pages/go.ts'
import { logOut, usePractising } from '../security/session.ts'
import { useText } from '../text/text.ts'
import { PracticeLogout } from './PracticeLogout.tsx'

/** Signs out after a question. The device forgets the session even where the server cannot be reached. */
export function LogoutRow() {
  const t = useText('profile')
  const go = useGo()
  const practising = usePractising()
  const [asks, setAsks] = useState(false)
  const leave = () => {
    // The request carries the token this call still has; the device does not wait for it, or whatever is read meanwhile
    // would be answered that the session is over.
    void call(accounts.logout, {}).catch(() => null)
    setAsks(false)
    go('pages/auth/login', {}, { replace: true })
    logOut()
  }
  return (
    <>
      <ListRow icon={LogOut} label={t('logout')} tone="danger" onPress={() => setAsks(true)} />
      {practising ? (
        <PracticeLogout open={asks} onClose={() => setAsks(false)} onLeave={leave} />
      ) : (
        <ConfirmDialog
          open={asks}
          onClose={() => setAsks(false)}
          title={t('logoutQ')}
          consequence={t('logoutWhy')}
          confirm={t('logout')}
          onConfirm={leave}
        />
      )}
    </>
  )
}
