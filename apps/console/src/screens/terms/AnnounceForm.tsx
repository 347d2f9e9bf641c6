import type { ActReason } from '@rueda/rules/staff/reasons.ts'
import { FARTHEST_MS, NOTICE_MS } from '@rueda/rules/terms/terms.ts'
import { HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { type ReactNode, useState } from 'react'
import { moment } from '../../app/moments.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'

type When = Readonly<{ effectiveTimestamp: number; reason: ActReason; note?: string }>
type AnnounceFormProps = Readonly<{
  isReady: boolean
  /** The moment the notice counts from, by the server's clock, because markets may have a clock of their own. */
  now: number
  announce: (when: When) => Promise<Readonly<{ state: 'waiting' | 'done' }>>
  onDone: () => void
  children: ReactNode
}>

/** Leaves the second person a day to look, and the notice is still a whole day. */
const FIRST_HOURS = String(NOTICE_MS / HOUR_MS + 24)

/** Announces a change, from when it holds, and why; it waits for the second person. */
export function AnnounceForm({ isReady, now, announce, onDone, children }: AnnounceFormProps) {
  const [hours, setHours] = useState(FIRST_HOURS)
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const isWhole = /^\d{1,4}$/u.test(hours)
  const effectiveTimestamp = Math.ceil(now / MINUTE_MS) * MINUTE_MS + Number(isWhole ? hours : '0') * HOUR_MS
  const send = async (): Promise<void> => {
    const done = await act(
      () => announce({ effectiveTimestamp, ...whyOf(why) }),
      ({ state }) => say(state === 'waiting' ? 'two.waiting' : 'two.done'),
    )
    if (done) onDone()
  }
  return (
    <div className="flex flex-col gap-4">
      <InlineMessage tone="info">{say('terms.announceWhy')}</InlineMessage>
      {children}
      <TextField
        label={say('terms.hours', { low: NOTICE_MS / HOUR_MS, high: FARTHEST_MS / HOUR_MS })}
        inputMode="numeric"
        value={hours}
        onChange={setHours}
        helper={say('terms.holdsFrom', { at: moment(effectiveTimestamp) })}
        most={4}
      />
      <WhyFields value={why} onChange={setWhy} />
      <Button busy={busy} disabled={!isReady || !isWhole || why.reason === null} onPress={() => void send()}>
        {say('terms.announce')}
      </Button>
    </div>
  )
}
