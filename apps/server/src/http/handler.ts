import type { Language } from '@rueda/contract/codes.ts'
import type { AccessLevel, DataOf, Endpoint, EndpointGroup, ParsedOf } from '@rueda/contract/endpoint.ts'
import type { Result } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Seat } from './seat.ts'

/** The caller, once the token has been checked. */
export type Caller = Readonly<{
  accountId: string
  sessionId: string
  /** A frozen account reads, closes, cancels and exports; everything else is refused with `account.frozen`. */
  frozen: boolean
  /** The identity was checked, and the check still holds. */
  isIdentified: boolean
  /** An institution that was not given the permission to trade (`docs/rules/permissions.md` J.2). */
  lacksTrading: boolean
  /** When this session last proved its owner's identity; null when a change has made that void. */
  verifiedAt: Instant | null
}>

/** Marks by which a repeated request is recognised (`docs/rules/api.md` 0.4). */
export type Idempotency = Readonly<{
  path: string
  /** The client's key; null when it sent none, then the same body within two seconds counts as the same request. */
  key: string | null
  /** SHA-256 of the canonical body, hex. */
  bodyHash: string
}>

/** Input of a route: the checked fields, the caller, and the moment. */
export type HandlerRequest<E extends Endpoint> = Readonly<{
  input: ParsedOf<E>
  caller: E['access'] extends Exclude<AccessLevel, 'public'> ? Caller : Caller | null
  language: Language
  now: Instant
  idempotency: Idempotency
  /** The address of the caller, for rate limits only. */
  address: string
  /** The caller's device in words ("Firefox on Linux"), for the list of sessions. */
  device: string
  /** The number that the caller's browser got from us before; null without one. */
  deviceId: string | null
  /** Gives the browser its number with the answer, or once more the one it has; `given` is one that another process chose. */
  keepDevice: (given?: string) => string
  /** Place of the caller; codes are shown only at this machine. */
  seat: Seat
  /** Reads the file that came with the request; only for endpoints that take one. */
  upload: () => Promise<Result<Buffer>>
}>

export type Handler<E extends Endpoint> = (request: HandlerRequest<E>) => Result<DataOf<E>> | Promise<Result<DataOf<E>>>

/**
 * For reads that many request at once: the moment an answer holds for, and the account it belongs to ('' for everybody's).
 * While the moment lasts, the same request gets the same answer; null works it out for this request alone.
 */
export type Sharing<E extends Endpoint> = (request: HandlerRequest<E>) => Readonly<{ moment: string; whose: string }> | null

/** One handler for each endpoint of a group, by the same names. */
export type Handlers<Group extends EndpointGroup> = { readonly [Name in keyof Group]: Handler<Group[Name]> }
