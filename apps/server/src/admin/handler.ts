import type { StaffDataOf, StaffEndpoint, StaffEndpointGroup, StaffParsedOf } from '@rueda/contract/admin/endpoint.ts'
import type { Language } from '@rueda/contract/codes.ts'
import type { Result } from '@rueda/rules/result.ts'
import type { ActReason } from '@rueda/rules/staff/reasons.ts'
import type { ComposedRole, PowerName } from '@rueda/rules/staff/powers.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'

/** The colleague who is calling. */
export type Staff = Readonly<{
  staffId: string
  personId: string
  name: string
  email: string
  roles: readonly StaffRole[]
  composed: readonly ComposedRole[]
  /** Everything that all these roles allow, in the order of the register. */
  powers: readonly PowerName[]
  /** The sealed account, which two persons opened with a key each. */
  isEmergency: boolean
  /** End of a time in which the only power is to object; null as a rule. */
  suspendedUntil: Instant | null
  sessionId: string
  openedAt: Instant
  lastUseAt: Instant
  /** When the second factor was last shown. */
  verifiedAt: Instant
  /** End of the session, however much it is used. */
  endsAt: Instant
}>

/** A finished act, for the audit log and the customer's own timeline. */
export type Act = Readonly<{
  /** The customer it concerns; null where it concerns the brokerage itself. */
  accountId: string | null
  /** The thing itself: "withdrawal:0199…". */
  subject: string | null
  reason: ActReason
  /** For colleagues only. */
  note?: string | undefined
  before?: unknown
  after?: unknown
  approvalId?: string | null
}>

type Asked<E extends StaffEndpoint> = Readonly<{
  endpoint: StaffEndpoint
  input: StaffParsedOf<E>
  language: Language
  /** Wall-clock time: staff live outside of the market, whose time may be simulated. */
  now: Instant
  requestId: string
  address: string
  device: string
  /** The number that the caller's browser got from us before; null without one. */
  deviceId: string | null
  /** Gives the browser its number with the answer, or once more the one it has. */
  keepDevice: () => string
  signIn: (token: string) => void
  signOut: () => void
}>

/** Before anybody is signed in. */
export type AdminRequest<E extends StaffEndpoint> = Asked<E>

export type StaffRequest<E extends StaffEndpoint = StaffEndpoint> = Asked<E> &
  Readonly<{
    staff: Staff
    /** The role in which the power is used: one of every house, or the name of a composed one. */
    role: string
    /**
     * Writes the act into the audit log, in the transaction of what was done. A handler with a power that changes something
     * has to call it: an answer without a trace is not given.
     */
    trace: (client: PoolClient, act: Act) => Promise<void>
  }>

export type StaffHandler<E extends StaffEndpoint> = (
  request: E['access'] extends 'door' ? AdminRequest<E> : StaffRequest<E>,
) => Result<StaffDataOf<E>> | Promise<Result<StaffDataOf<E>>>

/** One handler for each endpoint of a group, by the same names. */
export type StaffHandlers<Group extends StaffEndpointGroup> = { readonly [Name in keyof Group]: StaffHandler<Group[Name]> }

export type StaffRoute = Readonly<{
  endpoint: StaffEndpoint
  handle: (request: StaffRequest) => Promise<Result<unknown>> | Result<unknown>
}>
export type StaffRegistered = readonly StaffRoute[]

/** Joins a group of the back office's contract with its handlers; the compiler asks for every one. */
export const staffRoutes = <Group extends StaffEndpointGroup>(group: Group, handlers: StaffHandlers<Group>): StaffRegistered =>
  Object.entries(group).map(([name, endpoint]) => {
    const handle = handlers[name]
    if (handle === undefined) throw new Error(`no handler for ${endpoint.method} ${endpoint.path}`)
    // The API parses the input with this very endpoint's schema, so the handler gets what its type says.
    return { endpoint, handle: handle as unknown as StaffRoute['handle'] }
  })
