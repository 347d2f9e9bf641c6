import { codeOfPermission } from '@rueda/contract/codes.ts'
import { permissions } from '@rueda/contract/permissions.ts'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { PermissionCard } from './PermissionCard.tsx'

/** Route `pages/service/permission`: what this account may do beyond the usual, and the way to ask for it. */
export function Permissions() {
  const titles = useText('titles')
  const read = useQuery({
    ...query(permissions.mine, {}),
    // While one is under review the screen asks again by itself.
    refetchInterval: ({ state }) =>
      state.data?.permissions.some(({ status }) => status === codeOfPermission.review) === true ? MINUTE_MS : false,
  })
  return (
    <Screen title={titles('permissions')} actions={<RefreshButton />}>
      <PullToRefresh />
      <Loaded query={read} reason={whyFailed}>
        {(held) =>
          held.permissions
            // Trading is asked of institutions only.
            .filter(({ type }) => type !== 'trading' || held.requirements.institution === 1)
            .map((permission) => <PermissionCard key={permission.type} permission={permission} held={held} />)
        }
      </Loaded>
    </Screen>
  )
}
