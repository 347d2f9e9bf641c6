import { type ChannelId, channelIds } from '../deposits/channel.ts'
import { type Refusal, refuse } from '../result.ts'
import type { Instant } from '../time.ts'
import { type RailId, railIds } from '../withdrawals/rails.ts'

/**
 * Services that the brokerage can switch off for a while. A switch only refuses new requests: anything on its way goes on, held money can
 * be taken back, and arrivals are credited.
 */
const peopleSwitches = [
  'registrations',
  'practiceAccounts',
  'invitations',
  'cards',
  'funds',
  'fractions',
  'mining',
  'blocks',
  'plans',
  'follow',
  'robots',
  'subscriptions',
  'placing',
  'loans',
] as const
type PeopleSwitch = (typeof peopleSwitches)[number]
export type MoneySwitch = 'transfers' | 'exchanges' | `deposits.${ChannelId}` | `withdrawals.${RailId}`
export type SwitchName = PeopleSwitch | MoneySwitch

const moneySwitches: readonly MoneySwitch[] = [
  ...channelIds.map((id) => `deposits.${id}` as const),
  ...railIds.map((id) => `withdrawals.${id}` as const),
  'transfers',
  'exchanges',
]
export const switchNames: readonly SwitchName[] = [...peopleSwitches, ...moneySwitches]

/** Switches that concern money take two persons, off and on. */
export const isMoneySwitch = (name: SwitchName): name is MoneySwitch => moneySwitches.some((each) => each === name)

/** Reasons given to customers. */
export const switchCauses = ['maintenance', 'provider', 'security', 'law', 'demand'] as const
export type SwitchCause = (typeof switchCauses)[number]

export type SwitchedOff = Readonly<{ name: SwitchName; cause: SwitchCause; since: Instant }>

/** The refusal of a new request now; null when the service is on. Ways in and out have refusals of their own. */
export function refusalOf(off: ReadonlyMap<SwitchName, SwitchedOff>, name: SwitchName): Refusal | null {
  const standing = off.get(name)
  if (standing === undefined) return null
  const facts = { feature: name, cause: standing.cause, sinceTimestamp: standing.since }
  return refuse(refusals.find(([beginning]) => name.startsWith(beginning))?.[1] ?? 'feature.disabled', facts)
}

const refusals = [
  ['deposits.', 'deposit.channel_disabled'],
  ['withdrawals.', 'withdrawal.rail_closed'],
] as const
