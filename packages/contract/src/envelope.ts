import { z } from 'zod'

/** Every answer under `/web` has this shape; `code` 200 is success (`docs/rules/api.md` 0.3). */
export const SUCCESS_CODE = 200

export const venueLabel = z.enum(['SIM', 'REPLAY'])

/** The house's signed word on a command (`docs/rules/proof.md` P.22), as `packages/proof` reads and verifies it. */
export const receipt = z
  .object({
    origin: z.string(),
    label: z.string(),
    command: z.string(),
    sequence: z.number().int(),
    head: z.string(),
    input: z.object({ instrument: z.string(), number: z.number().int(), previous: z.string() }).nullable(),
    quote: z.object({ bid: z.string().nullable(), ask: z.string().nullable(), last: z.string().nullable() }).nullable(),
    at: z.number().int(),
    batch: z.object({ index: z.number().int(), size: z.number().int(), path: z.array(z.string()), key: z.string(), signature: z.string() }),
  })
  .meta({ id: 'Receipt' })

export const envelopeOf = <Data extends z.ZodType>(data: Data) =>
  z.object({
    code: z.number().int(),
    msg: z.string(),
    data: data.nullable(),
    venue: venueLabel,
    requestId: z.string().optional(),
    receipt: receipt.optional(),
  })

export type Envelope<Data> = Readonly<{
  code: number
  msg: string
  data: Data | null
  venue: 'SIM' | 'REPLAY'
  requestId?: string
  receipt?: z.output<typeof receipt>
}>

const MAX_PAGE = 100
const USUAL_PAGE = 20
const DEEPEST_PAGE = 10_000

/** A whole number that arrives as JSON number or as query text. */
export const wholeNumber = (lowest: number, highest: number) =>
  z
    .union([z.number(), z.string().regex(/^(0|[1-9]\d{0,12})$/u)])
    .transform(Number)
    .pipe(z.number().int().min(lowest).max(highest))

export const pageInput = {
  pageNum: wholeNumber(1, DEEPEST_PAGE).default(1),
  pageSize: wholeNumber(1, MAX_PAGE).default(USUAL_PAGE),
}

export const pageFields = {
  total: z.number().int(),
  pageNum: z.number().int(),
  pageSize: z.number().int(),
  pages: z.number().int(),
}

export const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ list: z.array(item), ...pageFields })
