import type { Envelope } from '@rueda/contract/envelope.ts'
import { SUCCESS_CODE } from '@rueda/contract/envelope.ts'
import type { VenueLabel } from '@rueda/exchange/venue.ts'
import { type RefusalName, codeOf } from '@rueda/rules/refusals.ts'
import type { Refusal } from '@rueda/rules/result.ts'

/**
 * Gives every answer of the API the same shape and as few statuses as possible: 200 for every business answer, 401 and 403
 * for sessions only, because the app logs out on them.
 */
type Told = Readonly<{ venue: VenueLabel; requestId: string }>

/** Fields that older clients look for beside the data. */
export type Beside = Readonly<Record<string, unknown>>

/** The beginning of an answer's envelope, up to its data. */
export const successHead = (msg: string): Buffer => Buffer.from(`{"code":${SUCCESS_CODE},"msg":${JSON.stringify(msg)},"data":`)

/**
 * The envelope around data that is JSON in bytes already: as an object it would be read and written once more, and as text
 * it would be turned into bytes for each of those who share it.
 */
export function successParts(head: Buffer, data: Buffer, { venue, requestId }: Told, beside: Beside = {}): readonly Buffer[] {
  const besides = Object.entries(beside).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
  const tail = `,"venue":"${venue}","requestId":${JSON.stringify(requestId)}${besides.join('')}}`
  return [head, data, Buffer.from(tail)]
}

export const refused = ({ refusal, facts }: Refusal, msg: string, { venue, requestId }: Told): Envelope<unknown> => ({
  code: codeOf(refusal),
  msg,
  data: Object.keys(facts).length === 0 ? null : facts,
  venue,
  requestId,
})

const BUSINESS_ANSWER = 200
const statuses: Partial<Record<RefusalName, number>> = {
  'session.missing': 401,
  'session.revoked': 403,
  'maintenance': 503,
  'internal': 500,
  'outcome.unknown': 504,
}

export const statusOf = (refusal: RefusalName): number => statuses[refusal] ?? BUSINESS_ANSWER
