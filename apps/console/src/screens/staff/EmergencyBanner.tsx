import { staff } from '@rueda/contract/admin/staff.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../app/api.ts'
import { may, usePowers } from '../../app/session.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { moment } from '../../app/moments.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'

/** Stands on every screen while somebody is in the emergency account; those who may can shut it from here. */
export function EmergencyBanner() {
  const powers = usePowers()
  const { data } = useQuery(read(staff.emergency, {}, { live: true }))
  const [isEnding, setEnding] = useState(false)
  if (data === undefined || data.endTimestamp === null || data.openedTimestamp === null) return null
  const end = may(powers, 'emergency.end') ? (
    <Button tone="danger" onPress={() => setEnding(true)}>
      {say('emergency.end')}
    </Button>
  ) : undefined
  return (
    <div className="pb-4">
      <InlineMessage
        tone="danger"
        title={say('emergency.isOpen', { since: moment(data.openedTimestamp), until: moment(data.endTimestamp) })}
        action={end}
      >
        {data.cause}
      </InlineMessage>
      {isEnding ? (
        <Drawer title={say('emergency.end')} onClose={() => setEnding(false)}>
          <End onDone={() => setEnding(false)} />
        </Drawer>
      ) : null}
    </div>
  )
}

function End({ onDone }: Readonly<{ onDone: () => void }>) {
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const end = async (): Promise<void> => {
    const done = await act(
      () => call(staff.endEmergency, whyOf(why)),
      () => say('emergency.ended'),
    )
    if (done) onDone()
  }
  return (
    <>
      <p className="text-row">{say('emergency.endHow')}</p>
      <WhyFields value={why} onChange={setWhy} />
      <Button tone="danger" busy={busy} disabled={why.reason === null} onPress={() => void end()}>
        {say('emergency.end')}
      </Button>
    </>
  )
}
