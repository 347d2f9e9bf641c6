import { machine } from '../machine.ts'
import { type Refusal, refuse } from '../result.ts'
import type { SwitchCause } from '../switches/switch.ts'
import type { Instant } from '../time.ts'

/**
 * Something the house offers by name, such as one of its funds. Staff can pause it and close it for good; neither touches what customers have of
 * it, its terms, or any result. A product is paused as a whole by its switch.
 */
export const offeringKinds = ['fund', 'agency', 'robot', 'loan', 'placing'] as const
export type OfferingKind = (typeof offeringKinds)[number]

/** Open: whoever wants can begin. Paused: nobody can for now. Closed: nobody can again, and its record stays where it was. */
export const offeringMachine = machine({
  open: { pause: 'paused', close: 'closed' },
  paused: { resume: 'open', close: 'closed' },
  closed: {},
})
export type OfferingStatus = keyof typeof offeringMachine
export type OfferingAct = 'pause' | 'resume' | 'close'

/** How an offering stands that is not open: customers see why and since when. */
export type NotOffered = Readonly<{
  kind: OfferingKind
  id: string
  status: Exclude<OfferingStatus, 'open'>
  cause: SwitchCause
  since: Instant
}>

/** The refusal of a new start; null while it is open. */
export function refusalOfOffering(standing: NotOffered | null): Refusal | null {
  if (standing === null) return null
  const { kind, id, status, cause, since } = standing
  return refuse(status === 'closed' ? 'offering.closed' : 'offering.paused', { kind, id, cause, sinceTimestamp: since })
}
