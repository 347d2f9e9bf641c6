import { type StaffAct, powers } from '@rueda/contract/powers.ts'
import { isStaffRole } from '@rueda/rules/staff/roles.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Timeline } from '@rueda/ui/lists/Timeline.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { pages, rowsOf } from '../../shared/server/api.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'

/** Acts of staff show within seconds. */
const LOOK_AGAIN_MS = 5_000

/** Every use of a power on this account, with role and reason, the newest first. */
export function MyActs() {
  const t = useText('powers')
  const signedIn = useSignedIn()
  const read = useInfiniteQuery({ ...pages(powers.acts, {}), enabled: signedIn, refetchInterval: LOOK_AGAIN_MS })
  if (!signedIn) return <EmptyState icon={Eye} text={t('acts.signIn')} />
  return (
    <Loaded query={read} reason={whyFailed}>
      {() => {
        const acts = rowsOf(read.data) as StaffAct[]
        if (acts.length === 0) return <EmptyState icon={Eye} text={t('acts.none')} />
        return (
          <Card>
            <Timeline
              steps={acts.map(({ power, role, reason, timestamp }) => ({
                label: t(power),
                state: 'done',
                at: timestamp,
                reason: t('act.line', { role: isStaffRole(role) ? t(`role.${role}`) : role, reason: t(`reason.${reason}`) }),
              }))}
            />
            <MoreRows read={read} />
          </Card>
        )
      }}
    </Loaded>
  )
}
