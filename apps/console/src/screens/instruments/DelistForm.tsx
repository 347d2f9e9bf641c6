import { type ListedInstrument, instruments } from '@rueda/contract/admin/instruments.ts'
import { ANNOUNCED_DAYS, CLOSING_DAYS } from '@rueda/rules/instruments/delisting.ts'
import { DAY_MS, HOUR_MS } from '@rueda/rules/time.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { moment } from '../../app/moments.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'

/** Leaves the second person a day to agree, and the notice is still whole. */
const FIRST_DAYS = String(ANNOUNCED_DAYS + 1)

/** Delists an instrument by two dates and a reason; the rest is carried out by itself. Days count by the market's own clock. */
export function DelistForm({ row, onDone }: Readonly<{ row: ListedInstrument; onDone: () => void }>) {
  const [closing, setClosing] = useState(FIRST_DAYS)
  const [ending, setEnding] = useState(String(CLOSING_DAYS))
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const isWhole = [closing, ending].every((days) => /^\d{1,3}$/u.test(days))
  const closingFromTimestamp = Math.ceil(row.nowTimestamp / HOUR_MS) * HOUR_MS + Number(isWhole ? closing : 0) * DAY_MS
  const endTimestamp = closingFromTimestamp + Number(isWhole ? ending : 0) * DAY_MS
  const announce = async (): Promise<void> => {
    const done = await act(
      () => call(instruments.delist, { instrumentId: row.instrumentId, closingFromTimestamp, endTimestamp, ...whyOf(why) }),
      ({ state }) => say(state === 'waiting' ? 'two.waiting' : 'two.done'),
    )
    if (done) onDone()
  }
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-4">
      <InlineMessage tone="warn">{say('instruments.delistWhy')}</InlineMessage>
      <TextField
        label={say('instruments.closingIn', { least: ANNOUNCED_DAYS })}
        inputMode="numeric"
        value={closing}
        onChange={setClosing}
        helper={moment(closingFromTimestamp)}
        most={3}
      />
      <TextField
        label={say('instruments.endsAfter', { least: CLOSING_DAYS })}
        inputMode="numeric"
        value={ending}
        onChange={setEnding}
        helper={moment(endTimestamp)}
        most={3}
      />
      <WhyFields value={why} onChange={setWhy} />
      <Button tone="danger" busy={busy} disabled={!isWhole || why.reason === null} onPress={() => void announce()}>
        {say('instruments.delist')}
      </Button>
    </section>
  )
}
