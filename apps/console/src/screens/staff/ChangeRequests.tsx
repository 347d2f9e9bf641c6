import { type StaffChangeRequest, staff } from '@rueda/contract/admin/staff.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, read } from '../../app/api.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { moment } from '../../app/moments.ts'
import { whenAlone } from '../../shared/changes/when-alone.ts'
import { powersText, rolesText } from '../../app/role-names.ts'
import { followSession } from '../../app/session.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'

/** Stands on every screen: changes of the staff that a colleague will be able to make alone unless somebody objects. */
export function ChangeRequests() {
  const { data: requests = [] } = useQuery(read(staff.requests, {}, { live: true }))
  const { data: session } = useQuery(read(staff.session, {}, { live: true }))
  // The menu and the buttons follow what a colleague was given or lost meanwhile; the server does so at once.
  useEffect(() => {
    if (session !== undefined) followSession(session)
  }, [session])
  const [open, setOpen] = useState<StaffChangeRequest | null>(null)
  const close = (): void => setOpen(null)
  return (
    <>
      {session?.suspendedTimestamp === null || session === undefined ? null : (
        <div className="pb-4">
          <InlineMessage tone="danger" title={say('staff.suspended', { until: moment(session.suspendedTimestamp) })}>
            {say('staff.suspended.means')}
          </InlineMessage>
        </div>
      )}
      {requests.map((request) => (
        <div key={request.id} className="pb-4 wrap-anywhere">
          <InlineMessage
            tone="warn"
            title={say(kindOf(request), {
              ...{ maker: request.makerName, name: request.name, email: request.email },
              roles: rolesText(request.roles, request.composed),
              powers: powersText(request.powers),
            })}
            action={
              <Button tone="secondary" onPress={() => setOpen(request)}>
                {say(request.isOwn === 1 ? 'request.takeBack' : 'request.object')}
              </Button>
            }
          >
            {request.isOwn === 1 ? (
              <>
                {whenAlone(request)} <TextLink href={`#/approvals?open=${request.id}`}>{say('request.see')}</TextLink>
              </>
            ) : (
              say('request.from', { from: moment(request.aloneTimestamp) })
            )}
          </InlineMessage>
        </div>
      ))}
      {open === null ? null : (
        <Drawer title={say(open.isOwn === 1 ? 'request.takeBack' : 'request.object')} onClose={close}>
          <Objection request={open} onDone={close} />
        </Drawer>
      )}
    </>
  )
}

/** A role that nobody has ends without another in its place. */
const kindOf = ({ kind, roles, composed }: StaffChangeRequest) =>
  kind === 'retireRole' && roles.length + composed.length === 0 ? ('request.retireUnheld' as const) : (`request.${kind}` as const)

function Objection({ request: { id, isOwn, makerName }, onDone }: Readonly<{ request: StaffChangeRequest; onDone: () => void }>) {
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const object = async (): Promise<void> => {
    const done = await act(
      () => call(staff.object, { id, ...whyOf(why) }),
      () => say('request.ended'),
    )
    if (done) onDone()
  }
  return (
    <>
      <p className="text-row">{say('request.endsAll', { maker: makerName })}</p>
      <WhyFields value={why} onChange={setWhy} />
      <Button tone="danger" busy={busy} disabled={why.reason === null} onPress={() => void object()}>
        {say(isOwn === 1 ? 'request.takeBack' : 'request.object')}
      </Button>
    </>
  )
}
