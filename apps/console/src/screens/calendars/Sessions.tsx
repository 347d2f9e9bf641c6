import type { WireMarketDay } from '@rueda/contract/admin/calendars.ts'
import { Facts } from '@rueda/ui/Facts.tsx'
import { Pill } from '@rueda/ui/Pill.tsx'
import { moment } from '../../app/moments.ts'
import { say } from '../../app/words.ts'

/** Whether a day trades, in one word. */
export function DayPill({ day: { trading, halfDay, holiday, closure } }: Readonly<{ day: WireMarketDay }>) {
  if (closure !== null) return <Pill tone="danger">{say('calendars.closedByHouse')}</Pill>
  if (trading === 0)
    return <Pill tone={holiday === null ? 'flat' : 'warn'}>{say(holiday === null ? 'calendars.weekend' : 'calendars.closed')}</Pill>
  return <Pill tone={halfDay === 1 ? 'info' : 'up'}>{say(halfDay === 1 ? 'calendars.half' : 'calendars.trades')}</Pill>
}

/** Why a day is unlike others, in words; empty for most. */
export const reasonOf = ({ holiday, projected, closure }: WireMarketDay): string =>
  [closure === null ? null : say(`calendars.cause.${closure}`), holiday, projected === 1 ? say('calendars.projected') : null]
    .filter(Boolean)
    .join(' · ')

/** One day's sessions. */
export function Sessions({ day }: Readonly<{ day: WireMarketDay }>) {
  return (
    <Facts
      rows={[
        { label: say('calendars.trades'), value: <DayPill day={day} /> },
        { label: say('calendars.settles'), value: day.settlement === 1 ? '✓' : say('calendars.noSettlement') },
        ...day.sessions.map(({ type, openTimestamp, closeTimestamp }) => ({
          label: type,
          value: `${moment(openTimestamp)} – ${moment(closeTimestamp)}`,
        })),
      ]}
    />
  )
}
