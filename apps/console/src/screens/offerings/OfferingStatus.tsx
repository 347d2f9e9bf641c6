import type { Offering } from '@rueda/contract/admin/offerings.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { say } from '../../app/words.ts'

const tones = { open: 'up', paused: 'warn', closed: 'danger' } as const

export const OfferingStatus = ({ status }: Readonly<Pick<Offering, 'status'>>) => (
  <Pill tone={tones[status]}>{say(`offerings.status.${status}`)}</Pill>
)
