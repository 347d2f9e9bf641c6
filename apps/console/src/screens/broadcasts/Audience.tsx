import { broadcasts } from '@rueda/contract/admin/broadcasts.ts'
import { type Segment, needsValue, segments } from '@rueda/rules/broadcasts/broadcast.ts'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { Choice } from '../../app/Choice.tsx'
import { figure } from '../../app/figures.ts'
import { say } from '../../app/words.ts'

export type Who = Readonly<{ segment: Segment; value?: string }>
const MAX_VALUE = 30

/** Returns the audience from the typed text, in the spelling that the server takes. */
export const whoOf = (segment: Segment, value: string): Who => {
  const typed = value.trim().toUpperCase()
  return { segment, ...(needsValue(segment) && typed !== '' ? { value: typed } : {}) }
}
export const isAimed = ({ segment, value }: Who): boolean => !needsValue(segment) || value !== undefined

type AudienceFieldsProps = Readonly<{
  segment: Segment
  value: string
  onSegment: (segment: Segment) => void
  onValue: (value: string) => void
}>

/** Fields for the audience of a broadcast. */
export function AudienceFields({ segment, value, onSegment, onValue }: AudienceFieldsProps) {
  return (
    <>
      <Choice
        label={say('broadcasts.segment')}
        options={segments}
        value={segment}
        onChange={onSegment}
        nameOf={(each) => say(`broadcasts.segment.${each}`)}
      />
      {needsValue(segment) ? (
        <TextField
          label={say(segment === 'country' ? 'broadcasts.country' : 'market.instrument')}
          placeholder={segment === 'country' ? 'AR' : 'US:ARDV'}
          value={value}
          onChange={onValue}
          most={MAX_VALUE}
        />
      ) : null}
      <Recipients who={whoOf(segment, value)} />
    </>
  )
}

/** Number of recipients, and the languages they read. */
export function Recipients({ who }: Readonly<{ who: Who }>) {
  const count = useQuery({ ...read(broadcasts.count, who), enabled: isAimed(who) })
  if (!isAimed(who) || count.data === undefined) return null
  const { recipients, languages } = count.data
  return (
    <p className="num text-label text-text2">
      {say('broadcasts.goesTo', { count: figure(String(recipients)) })}
      {languages.map((each) => ` · ${each.language} ${figure(String(each.recipients))}`).join('')}
    </p>
  )
}
