import { actReasons } from '@rueda/rules/staff/reasons.ts'
import { type SwitchName, isMoneySwitch, switchCauses, switchNames } from '@rueda/rules/switches/switch.ts'
import { z } from 'zod'
import { flag, timestamp } from '../fields.ts'
import { approvalRefusals, decided, staffEndpoint, why } from './endpoint.ts'

/** Features that staff can turn off for a while: the beginning of something, never what is already under way. */
const standing = z
  .object({
    name: z.enum(switchNames),
    isOff: flag,
    cause: z.enum(switchCauses).nullable(),
    /** Two for what concerns money. */
    people: z.enum(['one', 'two']),
    sinceTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'SwitchState' })
export type SwitchState = z.output<typeof standing>

const change = z
  .object({
    id: z.string(),
    name: z.enum(switchNames),
    isOff: flag,
    cause: z.enum(switchCauses).nullable(),
    reason: z.enum(actReasons),
    note: z.string().nullable(),
    by: z.string(),
    /** The person who asked for it first, where it took two. */
    askedBy: z.string().nullable(),
    timestamp,
  })
  .meta({ id: 'SwitchChange' })
export type SwitchChange = z.output<typeof change>

const turned = { isOff: flag, cause: z.enum(switchCauses).optional() }
const namesOf = (isMoney: boolean): readonly SwitchName[] => switchNames.filter((name) => isMoneySwitch(name) === isMoney)

export const switches = {
  list: staffEndpoint({
    method: 'GET',
    path: '/switches',
    power: 'switches.see',
    summary: 'Every switch, how it stands, and the last changes with who and why',
    input: z.object({}),
    data: z.object({ switches: z.array(standing), changes: z.array(change) }),
  }),
  turn: staffEndpoint({
    method: 'POST',
    path: '/switches/turn',
    power: 'switches.turn',
    summary: 'Turn off or on what does not concern money; it holds for the very next call',
    input: z.object({ ...why, ...turned, name: z.enum(namesOf(false)) }),
    data: decided,
    refusals: ['parameter.missing', 'parameter.invalid'],
  }),
  turnMoney: staffEndpoint({
    method: 'POST',
    path: '/switches/turnMoney',
    power: 'switches.turnMoney',
    summary: 'Turn off or on a way in which money comes, leaves or moves, by two persons',
    input: z.object({ ...why, ...turned, name: z.enum(namesOf(true)) }),
    data: decided,
    refusals: ['parameter.missing', 'parameter.invalid', ...approvalRefusals],
  }),
} as const
