import type { WireMarketDay } from '@rueda/contract/admin/calendars.ts'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { formatTime } from '@rueda/ui/formats/dates.ts'
import { say } from '../../app/words.ts'

/** Says in one word whether a day trades. */
export function DayPill({ day: { trading, halfDay, holiday, closure } }: Readonly<{ day: WireMarketDay }>) {
  if (closure !== null) return <Pill tone="danger">{say('calendars.closedByHouse')}</Pill>
  if (trading === 0)
    return <Pill tone={holiday === null ? 'flat' : 'warn'}>{say(holiday === null ? 'calendars.weekend' : 'calendars.closed')}</Pill>
  return <Pill tone={halfDay === 1 ? 'info' : 'up'}>{say(halfDay === 1 ? 'calendars.half' : 'calendars.trades')}</Pill>
}

/** Says why a day is unlike others; empty for most. */
export const reasonOf = ({ holiday, projected, closure }: WireMarketDay): string =>
  [closure === null ? null : say(`calendars.cause.${closure}`), holiday, projected === 1 ? say('calendars.projected') : null]
    .filter(Boolean)
    .join(' · ')

/** Formats a day's sessions on the market's own clock; a time on another day says so. */
export const hoursOf = ({ date, sessions }: WireMarketDay, zone: string) =>
  sessions.map(({ type, openTimestamp, closeTimestamp }) => {
    const [opens, closes] = [openTimestamp, closeTimestamp].map((at) => timeOn(at, date, zone))
    return { type, hours: `${opens} – ${closes}` }
  })

const dateParts = new Map<string, Intl.DateTimeFormat>()

function timeOn(at: number, date: string, zone: string): string {
  const written = dateParts.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  dateParts.set(zone, written)
  const day = written.format(at)
  const time = formatTime(at, zone)
  return day === date ? time : `${day.slice('YYYY-'.length)} ${time}`
}

/** One day's sessions. */
export function Sessions({ day, zone }: Readonly<{ day: WireMarketDay; zone: string }>) {
  return (
    <Facts
      rows={[
        { label: say('calendars.trades'), value: <DayPill day={day} /> },
        { label: say('calendars.settles'), value: day.settlement === 1 ? '✓' : say('calendars.noSettlement') },
        ...hoursOf(day, zone).map(({ type, hours }) => ({ label: type, value: hours })),
      ]}
    />
  )
}
