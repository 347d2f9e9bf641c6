import { supportDesk } from '@rueda/contract/admin/support.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../app/api.ts'
import { Key } from '../../app/Key.tsx'
import { useAct } from '../../app/use-act.ts'
import { type WhyDraft, WhyFields, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'

const startingWhy: WhyDraft = { reason: 'customerAsked', note: '' }

/** Passes a conversation on to a colleague who answers customers, or closes it. */
export function EndForms({ id, onDone }: Readonly<{ id: string; onDone: () => void }>) {
  const colleagues = useQuery(read(supportDesk.colleagues, {}))
  const [why, setWhy] = useState(startingWhy)
  const [staffId, setStaffId] = useState('')
  const { busy, act } = useAct()
  const handOver = async (): Promise<void> => {
    const done = await act(
      () => call(supportDesk.handOver, { id, staffId, ...whyOf(why) }),
      ({ claimedBy }) => say('support.handed', { name: claimedBy ?? '' }),
    )
    if (done) onDone()
  }
  const close = async (): Promise<void> => {
    const done = await act(
      () => call(supportDesk.close, { id, ...whyOf(why) }),
      () => say('support.isClosed'),
    )
    if (done) onDone()
  }
  return (
    <section aria-label={say('support.end')} className="flex flex-col gap-3 border-t border-line pt-4">
      <WhyFields value={why} onChange={setWhy} />
      <label className="text-label text-text2">
        <span className="block pb-1.5">{say('support.colleague')}</span>
        <select
          value={staffId}
          onChange={(event) => setStaffId(event.target.value)}
          className="min-h-11 w-full rounded-control border border-line-strong bg-s2 px-3 text-row"
        >
          <option value="">—</option>
          {(colleagues.data ?? []).map((each) => (
            <option key={each.staffId} value={each.staffId}>
              {each.name}
            </option>
          ))}
        </select>
      </label>
      <div className="flex gap-2">
        <Button tone="secondary" busy={busy} disabled={staffId === ''} onPress={() => void handOver()}>
          {say('support.handOver')}
        </Button>
        <div data-key="r">
          <Button tone="danger" busy={busy} onPress={() => void close()}>
            {say('support.close')} <Key>r</Key>
          </Button>
        </div>
      </div>
    </section>
  )
}
