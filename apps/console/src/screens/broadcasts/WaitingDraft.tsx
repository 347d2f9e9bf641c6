import { type WireDraft, broadcasts } from '@rueda/contract/admin/broadcasts.ts'
import type { StaffEndpoint, StaffInputOf } from '@rueda/contract/admin/endpoint.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { call } from '../../app/api.ts'
import { moment } from '../../app/moments.ts'
import { useAct } from '../../app/use-act.ts'
import { say } from '../../app/words.ts'
import { Recipients } from './Audience.tsx'
import { PhonePreview } from '../../shared/broadcasts/PhonePreview.tsx'

/** A draft as it stands, for the second person who sends it, and for readers. */
export function WaitingDraft({ draft, onDone }: Readonly<{ draft: WireDraft; onDone: () => void }>) {
  const { busy, act } = useAct()
  const { segment, value, waiting, texts, changedTimestamp } = draft
  const send = async (asked: StaffInputOf<StaffEndpoint>): Promise<void> => {
    const done = await act(
      () => call(broadcasts.publish as StaffEndpoint, asked),
      () => say('two.done'),
    )
    if (done) onDone()
  }
  return (
    <>
      {waiting === null ? null : (
        <InlineMessage tone="info" title={say('broadcasts.asked', { name: waiting.makerName, at: moment(waiting.madeTimestamp) })}>
          {say(waiting.canApprove === 1 ? 'broadcasts.readAll' : 'broadcasts.waitsForTwo')}{' '}
          <a href="#/approvals" className="text-accent">
            {say('nav.approvals')}
          </a>
        </InlineMessage>
      )}
      <Recipients who={{ segment, ...(value === null ? {} : { value }) }} />
      <PhonePreview texts={texts} at={changedTimestamp} />
      {waiting?.canApprove === 1 ? (
        <Button busy={busy} onPress={() => void send(waiting.payload)}>
          {say('broadcasts.sendSecond')}
        </Button>
      ) : null}
    </>
  )
}
