import { waysOfChange } from '@rueda/rules/staff/approvals.ts'
import { powerNames } from '@rueda/rules/staff/powers.ts'
import { MAX_ROLES, staffRoles } from '@rueda/rules/staff/roles.ts'
import { z } from 'zod'
import { email, flag, identifier, secret, text, timestamp } from '../fields.ts'
import { decided, doorEndpoint, staffChangeRefusals, staffEndpoint, why } from './endpoint.ts'

/** Staff: the ways in, the own session, and who else works here (`docs/rules/back-office.md` 11, BO-05). */
const MAX_PASSWORD = 128
const MAX_NAME = 80
const SIX_DIGITS = /^\d{6}$/u
const SETUP_TOKEN = /^[A-Za-z0-9_-]{43}$/u
const MAX_KEY = 80
const MAX_CAUSE = 500

const password = secret(MAX_PASSWORD)
const factorCode = z.string().regex(SIX_DIGITS)
const setupToken = z.string().regex(SETUP_TOKEN)
const isSet = (given: readonly unknown[]): boolean => new Set(given).size === given.length
/** The roles of every house, and by their ids those that this one composed: one to three together. */
const roles = z.array(z.enum(staffRoles)).max(MAX_ROLES).refine(isSet)
const composed = z.array(identifier).max(MAX_ROLES).refine(isSet).optional()

/** A composed role that somebody has. */
export const roleHeld = z.object({ roleId: identifier, name: z.string() })

export const staffSession = z
  .object({
    staffId: identifier,
    name: z.string(),
    email: z.string(),
    roles: z.array(z.enum(staffRoles)),
    composed: z.array(roleHeld),
    /** Everything that can be done now, by all roles together. */
    powers: z.array(z.enum(powerNames)),
    /** Until when no power can be used, because a colleague asked to shut this account out; null as a rule. */
    suspendedTimestamp: timestamp.nullable(),
    /** When the second factor was last shown; a decision by two persons needs it within five minutes. */
    verifiedTimestamp: timestamp,
    idleEndTimestamp: timestamp,
    endTimestamp: timestamp,
  })
  .meta({ id: 'StaffSession' })
export type StaffSession = z.output<typeof staffSession>

const colleague = z
  .object({
    staffId: identifier,
    name: z.string(),
    email: z.string(),
    roles: z.array(z.enum(staffRoles)),
    composed: z.array(roleHeld),
    state: z.enum(['invited', 'active', 'disabled']),
    /** Shared by all accounts of one person: nobody is the second person on their own work. */
    personId: identifier,
    createTimestamp: timestamp,
    lastUseTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'Colleague' })
export type Colleague = z.output<typeof colleague>

const staffRequest = z
  .object({
    id: identifier,
    kind: z.enum(['invite', 'inviteAgain', 'changeRoles', 'disable', 'composeRole', 'changeRole', 'retireRole']),
    /** The name of the person or of the composed role it is about. */
    name: z.string(),
    email: z.string(),
    /** The roles they would have; empty where it is not about that. */
    roles: z.array(z.enum(staffRoles)),
    /** The same of composed ones, by name; of a role that retires, what its holders would have instead. */
    composed: z.array(z.string()),
    /** The powers that a composed role would have. */
    powers: z.array(z.enum(powerNames)),
    makerName: z.string(),
    isOwn: flag,
    madeTimestamp: timestamp,
    /** From when it can be carried out without anybody else. */
    aloneTimestamp: timestamp,
    expireTimestamp: timestamp,
  })
  .meta({ id: 'StaffRequest' })
export type StaffChangeRequest = z.output<typeof staffRequest>

export const staff = {
  signIn: doorEndpoint({
    method: 'POST',
    path: '/signIn',
    summary: 'Sign in with password and second factor; without a factor yet, get the way to choose one',
    input: z.object({ email, password, code: factorCode.or(z.literal('')).optional() }),
    data: z.discriminatedUnion('state', [
      z.object({ state: z.literal('in'), session: staffSession }),
      z.object({ state: z.literal('setup'), token: z.string() }),
    ]),
    refusals: ['login.failed', 'login.locked'],
  }),
  beginSetup: doorEndpoint({
    method: 'POST',
    path: '/setup/begin',
    summary: 'Open a set-up link: who it is for, and the secret for the authenticator app',
    input: z.object({ token: setupToken }),
    data: z.object({ name: z.string(), email: z.string().nullable(), needsPassword: flag, secret: z.string(), uri: z.string() }),
    refusals: ['staff.setup_invalid'],
  }),
  finishSetup: doorEndpoint({
    method: 'POST',
    path: '/setup/finish',
    summary: 'Choose the password and prove the authenticator app; signs in',
    input: z.object({
      token: setupToken,
      email: email.optional(),
      name: text(MAX_NAME).optional(),
      password: password.optional(),
      code: factorCode,
    }),
    data: staffSession,
    refusals: ['staff.setup_invalid', 'account.taken', 'code.wrong', 'login.locked', 'password.format'],
  }),
  openEmergency: doorEndpoint({
    method: 'POST',
    path: '/emergency/open',
    power: 'emergency.open',
    summary: 'Open the sealed emergency account with its two keys, once, for an hour; everybody of the staff is told',
    input: z.object({ firstKey: secret(MAX_KEY), secondKey: secret(MAX_KEY), ...why, note: text(MAX_CAUSE) }),
    data: staffSession,
    refusals: ['staff.keys_invalid'],
  }),
  emergency: staffEndpoint({
    method: 'GET',
    path: '/emergency',
    power: 'staff.self',
    summary: 'Whether the emergency account is sealed, and whether somebody is in it now',
    input: z.object({}),
    data: z.object({
      /** `none` was never sealed; `opened` has to be sealed anew. */
      state: z.enum(['none', 'sealed', 'opened']),
      sealedTimestamp: timestamp.nullable(),
      openedTimestamp: timestamp.nullable(),
      /** Why it was opened, in the words of those who did. */
      cause: z.string().nullable(),
      /** Until when somebody is in it at most; null when nobody is. */
      endTimestamp: timestamp.nullable(),
    }),
  }),
  endEmergency: staffEndpoint({
    method: 'POST',
    path: '/emergency/end',
    power: 'emergency.end',
    summary: 'Shut the emergency account at once; its keys opened it once and open nothing any more',
    input: z.object({ ...why }),
    data: z.literal(true),
    refusals: ['object.not_found'],
  }),
  session: staffEndpoint({
    method: 'GET',
    path: '/session',
    power: 'staff.self',
    summary: 'The own session',
    input: z.object({}),
    data: staffSession,
  }),
  verify: staffEndpoint({
    method: 'POST',
    path: '/session/verify',
    power: 'staff.self',
    summary: 'Show the second factor again, before a decision that two persons take',
    input: z.object({ code: factorCode }),
    data: staffSession,
    refusals: ['code.wrong', 'login.locked'],
  }),
  signOut: staffEndpoint({
    method: 'POST',
    path: '/signOut',
    power: 'staff.self',
    summary: 'End the session',
    input: z.object({}),
    data: z.literal(true),
  }),
  list: staffEndpoint({
    method: 'GET',
    path: '/staff',
    power: 'staff.see',
    summary: 'Everybody who works here',
    input: z.object({}),
    data: z.array(colleague),
  }),
  invite: staffEndpoint({
    method: 'POST',
    path: '/staff/invite',
    power: 'staff.invite',
    summary: 'Make a staff account; its set-up link goes to the address that is invited and to nobody else',
    input: z.object({ ...why, email, name: text(MAX_NAME), roles, composed, samePersonAs: identifier.optional() }),
    data: decided,
    refusals: ['account.taken', 'object.not_found', 'role.retired', ...staffChangeRefusals],
  }),
  inviteAgain: staffEndpoint({
    method: 'POST',
    path: '/staff/inviteAgain',
    power: 'staff.invite',
    summary: 'Mail a new set-up link to somebody who never finished the set-up; the one before opens nothing any more',
    input: z.object({ ...why, staffId: identifier }),
    data: decided,
    refusals: ['object.not_found', ...staffChangeRefusals],
  }),
  changeRoles: staffEndpoint({
    method: 'POST',
    path: '/staff/roles',
    power: 'staff.changeRoles',
    summary: 'Change what a colleague may do; ends the colleague’s session',
    input: z.object({ ...why, staffId: identifier, roles, composed }),
    data: decided,
    refusals: ['object.not_found', 'role.retired', 'staff.last_admin', ...staffChangeRefusals],
  }),
  disable: staffEndpoint({
    method: 'POST',
    path: '/staff/disable',
    power: 'staff.disable',
    summary: 'Shut a colleague out; whoever is no administrator can use no power from the first word on',
    input: z.object({ ...why, staffId: identifier }),
    data: decided,
    refusals: ['object.not_found', 'staff.last_admin', ...staffChangeRefusals],
  }),
  changes: staffEndpoint({
    method: 'GET',
    path: '/staff/changes',
    power: 'staff.see',
    summary:
      'How each change of the staff would be made by the caller now: at once, by two or by one after a day, or by two alone; and how set-up links go out',
    input: z.object({}),
    data: z.object({
      ...{ invite: z.enum(waysOfChange), changeRoles: z.enum(waysOfChange), disable: z.enum(waysOfChange) },
      ...{ composeRole: z.enum(waysOfChange), retireRole: z.enum(waysOfChange) },
      /** Without a mail server a set-up link is shown on the machine alone, to whoever runs it. */
      sendsMail: flag,
    }),
  }),
  requests: staffEndpoint({
    method: 'GET',
    path: '/staff/requests',
    power: 'staff.self',
    summary: 'Changes of the staff that a colleague asked for and will be able to make alone, if nobody objects',
    input: z.object({}),
    data: z.array(staffRequest),
  }),
  object: staffEndpoint({
    method: 'POST',
    path: '/staff/object',
    power: 'staff.object',
    summary: 'Object: everything that this colleague asked for and could carry out alone is refused',
    input: z.object({ ...why, id: identifier }),
    data: z.literal(true),
    refusals: ['object.not_found'],
  }),
} as const
