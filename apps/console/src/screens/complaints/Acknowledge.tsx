import { complaintDesk } from '@rueda/contract/admin/complaints.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { call } from '../../app/api.ts'
import { Key } from '../../app/Key.tsx'
import { useAct } from '../../app/use-act.ts'
import { say } from '../../app/words.ts'

/** Tells the customer that a person has read the complaint. */
export function Acknowledge({ id, onDone }: Readonly<{ id: string; onDone: () => void }>) {
  const { busy, act } = useAct()
  const acknowledge = async (): Promise<void> => {
    const done = await act(
      () => call(complaintDesk.acknowledge, { id }),
      () => say('complaints.isAcknowledged'),
    )
    if (done) onDone()
  }
  return (
    <section aria-label={say('complaints.acknowledge')} className="flex flex-col gap-2">
      <div data-key="a">
        <Button wide busy={busy} onPress={() => void acknowledge()}>
          {say('complaints.acknowledge')} <Key>a</Key>
        </Button>
      </div>
      <p className="text-meta text-text3">{say('complaints.acknowledgeWhy')}</p>
    </section>
  )
}
