import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { QUESTIONS_ASKED } from '@rueda/rules/suitability/pool.ts'
import { z } from 'zod'

/**
 * Inputs made from the contract itself: for every field a value that its schema takes, found by trying. A new
 * endpoint is covered by the generated tests without a line about it.
 */
const TOKEN_LENGTH = 43
const HASH_LENGTH = 64
const NONCE_LENGTH = 16
const PANE_PX = 360
const CANDIDATES: readonly unknown[] = [
  'TEST',
  1,
  0,
  '1',
  '7',
  'US',
  'nobody@example.org',
  'paso-a-paso-7',
  '123456',
  '00000000-0000-7000-8000-000000000000',
  '2026-11-18',
  '2026-11',
  'register',
  [],
  ['support'],
  Array.from({ length: QUESTIONS_ASKED }, () => 0),
  'A'.repeat(TOKEN_LENGTH),
  'a'.repeat(HASH_LENGTH),
  'a'.repeat(NONCE_LENGTH),
  PANE_PX,
  null,
]

type Fields = Readonly<Record<string, z.ZodType>>

export const fieldsOf = ({ input }: Pick<Endpoint, 'input'>): Fields => (input instanceof z.ZodObject ? (input.shape as Fields) : {})

/** Only what the endpoint insists on. */
export const sampleInput = (endpoint: Pick<Endpoint, 'input'>): Record<string, unknown> => sampleOfFields(fieldsOf(endpoint))

function sampleOfFields(fields: Fields): Record<string, unknown> {
  const required = Object.entries(fields).filter(([, field]) => !field.safeParse(undefined).success)
  return Object.fromEntries(required.map(([name, field]) => [name, sampleOf(name, field)]))
}

function sampleOf(name: string, field: z.ZodType): unknown {
  if (field instanceof z.ZodObject) return sampleOfFields(field.shape as Fields)
  const options = field instanceof z.ZodEnum ? field.options : []
  const found = [...options, ...CANDIDATES].find((candidate) => field.safeParse(candidate).success)
  if (found === undefined && field instanceof z.ZodArray) return [sampleOf(name, field.element as z.ZodType)]
  if (found === undefined) throw new Error(`no sample for the field ${name}: add one to the candidates`)
  return found
}

export type FieldKind = 'number' | 'signed' | 'text' | 'other'

const SECRET = /password/iu

/** A number takes "1" and no word, a signed one "-1" as well; a text takes a word. Secrets (taken as they are), lists and enumerations are neither. */
export function kindOf(name: string, field: z.ZodType): FieldKind {
  if (SECRET.test(name)) return 'other'
  const takes = (value: unknown): boolean => field.safeParse(value).success
  const isFree = takes('zqzqzq') && takes('another word')
  if (isFree) return 'text'
  if (!takes('1') || takes('ARDV') || takes('')) return 'other'
  return takes('-1') ? 'signed' : 'number'
}
