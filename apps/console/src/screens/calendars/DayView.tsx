import { type WireMarketDay, calendars } from '@rueda/contract/admin/calendars.ts'
import { type ClosureCause, closureCauses } from '@rueda/rules/markets/closed-day.ts'
import type { ClosableMarketName } from '@rueda/rules/markets/markets.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { may, usePowers } from '../../app/session.ts'
import { Choice } from '../../app/Choice.tsx'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { Sessions } from './Sessions.tsx'

type DayViewProps = Readonly<{ market: ClosableMarketName; day: WireMarketDay; zone: string; noticeHours: number; onDone: () => void }>

/** One day that has not begun: closed by two persons, or opened again by two; nothing about it sets a price. */
export function DayView({ market, day, zone, noticeHours, onDone }: DayViewProps) {
  const powers = usePowers()
  const [cause, setCause] = useState<ClosureCause | undefined>()
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const isClosed = day.closure !== null
  const decide = async (): Promise<void> => {
    const asked = { market, date: day.date, ...whyOf(why) }
    const done = await act(
      () => (isClosed || cause === undefined ? call(calendars.reopenDay, asked) : call(calendars.closeDay, { ...asked, cause })),
      ({ state }) => say(state === 'waiting' ? 'two.waiting' : 'two.done'),
    )
    if (done) onDone()
  }
  if (!may(powers, isClosed ? 'calendars.reopenDay' : 'calendars.closeDay')) return <Sessions day={day} zone={zone} />
  return (
    <>
      <Sessions day={day} zone={zone} />
      <section className="flex flex-col gap-4 border-t border-line pt-4">
        <InlineMessage tone="warn">{say(isClosed ? 'calendars.reopenWhy' : 'calendars.closeWhy', { hours: noticeHours })}</InlineMessage>
        {isClosed ? null : (
          <Choice
            label={say('calendars.cause')}
            options={closureCauses}
            value={cause}
            onChange={setCause}
            nameOf={(each) => say(`calendars.cause.${each}`)}
          />
        )}
        <WhyFields value={why} onChange={setWhy} />
        <Button
          tone={isClosed ? 'primary' : 'danger'}
          busy={busy}
          disabled={why.reason === null || (!isClosed && cause === undefined)}
          onPress={() => void decide()}
        >
          {say(isClosed ? 'calendars.reopen' : 'calendars.close')}
        </Button>
      </section>
    </>
  )
}
