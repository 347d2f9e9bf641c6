import type { Language } from '@rueda/contract/codes.ts'
import type { Endpoint } from '@rueda/contract/endpoint.ts'
import type { Refusal } from '@rueda/rules/result.ts'
import type { Receipt } from '@rueda/proof/receipt.ts'
import type { Caller, Idempotency } from '../http/handler.ts'
import type { Seat } from '../http/seat.ts'

/** A call that a front has let in, as data: its session, its rate and its input were checked there. */
export type ForwardedCall = Readonly<{
  /** The same for every copy of the message. */
  id: string
  /** The moment by the machine's clock after which nobody waits for it any more: it is not begun then. */
  notAfter: number
  endpoint: string
  input: unknown
  caller: Caller | null
  language: Language
  idempotency: Idempotency
  address: string
  device: string
  deviceId: string | null
  seat: Seat
  /** The file that came with it. */
  file: Uint8Array | null
}>

/** Its answer: the data as the contract has it, or a refusal, and the number that the caller's browser was given. */
export type ForwardedAnswer = Readonly<{ answer: Readonly<{ ok: true; json: string }> | Refusal; keptDevice: string | null }>

export type ReceiptAsked = Readonly<{ accountId: string; command: string; orderId: string | null }>
export type ReceiptGiven = Readonly<{ receipt: Receipt | null }>

/** An endpoint by its name in messages. */
export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`
