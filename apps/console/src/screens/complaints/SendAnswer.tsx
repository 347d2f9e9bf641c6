import { complaintDesk } from '@rueda/contract/admin/complaints.ts'
import type { StaffEndpoint } from '@rueda/contract/admin/endpoint.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { Key } from '../../app/Key.tsx'
import { moment } from '../../app/moments.ts'
import { useAct } from '../../app/use-act.ts'
import { type WhyDraft, WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import type { OpenedComplaint } from './ComplaintDesk.tsx'

const REVIEW: WhyDraft = { ...noReason, reason: 'review' }

type SendAnswerProps = Readonly<{ id: string; found: OpenedComplaint; onDone: () => void }>

/** Sends the answer that was kept: one person asks, and another sends exactly what the first did. */
export function SendAnswer({ id, found: { complaint, draft, waiting }, onDone }: SendAnswerProps) {
  const [why, setWhy] = useState(REVIEW)
  const { busy, act } = useAct()
  const send = async (): Promise<void> => {
    const asked = waiting === null ? { id, version: draft?.version, ...whyOf(why) } : waiting.payload
    const done = await act(
      () => call(complaintDesk.answer as StaffEndpoint, asked) as Promise<Readonly<{ state: 'waiting' | 'done' }>>,
      ({ state }) => say(state === 'waiting' ? 'two.waiting' : 'two.done'),
    )
    if (done) onDone()
  }
  const mayNot = complaint.acknowledgeTimestamp === null || (waiting !== null && waiting.canApprove !== 1)
  return (
    <section aria-label={say('complaints.send')} className="flex flex-col gap-3 border-t border-line pt-4">
      {waiting === null ? (
        <WhyFields value={why} onChange={setWhy} />
      ) : (
        <InlineMessage tone="info" title={say('complaints.asked', { name: waiting.makerName, when: moment(waiting.madeTimestamp) })}>
          {say('complaints.askedWhy')}
        </InlineMessage>
      )}
      {complaint.acknowledgeTimestamp === null ? <p className="text-meta text-text3">{say('complaints.first')}</p> : null}
      <div data-key={complaint.acknowledgeTimestamp === null ? undefined : 'a'}>
        <Button wide busy={busy} disabled={mayNot} onPress={() => void send()}>
          {say(waiting === null ? 'complaints.send' : 'complaints.sendSecond')}{' '}
          {complaint.acknowledgeTimestamp === null ? null : <Key>a</Key>}
        </Button>
      </div>
    </section>
  )
}
