import { figureNames, signs, subjectKinds } from '@rueda/rules/figures/derivation.ts'
import { z } from 'zod'
import { decimal, timestamp } from './fields.ts'

/** How a figure came about (`docs/rules/figures.md`): the figure first, then its parts, each directly before its own. */
const line = z
  .object({
    /** 0: the figure; 1: its parts; 2: theirs. */
    depth: z.number().int(),
    sign: z.enum(signs),
    name: z.enum(figureNames),
    value: decimal,
    unit: z.enum(['money', 'price', 'quantity', 'number', 'percent']),
    /** Of money and of prices. */
    currency: z.string().nullable(),
    about: z.object({ kind: z.enum(subjectKinds), id: z.string() }).nullable(),
  })
  .meta({ id: 'DerivationLine' })
export type DerivationLine = z.output<typeof line>

export const derivation = z.object({ lines: z.array(line), asOfTimestamp: timestamp }).meta({ id: 'Derivation' })
export type DerivationData = z.output<typeof derivation>
