import { type ListedPermission, permissionReviews } from '@rueda/contract/admin/permissions.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { may, usePowers } from '../../app/session.ts'
import { say } from '../../app/words.ts'

/** Takes a permission back, for a reason that the customer reads. */
export function Revoke({ permission: { accountId, type }, onDone }: Readonly<{ permission: ListedPermission; onDone: () => void }>) {
  const powers = usePowers()
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  if (!may(powers, 'permissions.revoke')) return null
  const revoke = async (): Promise<void> => {
    const done = await act(
      () => call(permissionReviews.revoke, { accountId, type, ...whyOf(why) }),
      () => say('permissions.revoked'),
    )
    if (done) onDone()
  }
  return (
    <section aria-label={say('permissions.revoke')} className="flex flex-col gap-3 border-t border-line pt-4">
      <p className="text-label font-normal text-text2">{say('permissions.revokeHelp')}</p>
      <WhyFields value={why} onChange={setWhy} />
      <div>
        <Button tone="danger" busy={busy} disabled={why.reason === null} onPress={() => void revoke()}>
          {say('permissions.revoke')}
        </Button>
      </div>
    </section>
  )
}
