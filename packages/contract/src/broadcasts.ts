import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { identifier, timestamp } from './fields.ts'

/** A notice to everybody who opens the app now; in the language of the request, or in English. */
const shown = z
  .object({
    id: identifier,
    /** Only where this market is looked at; null for everywhere. */
    market: z.enum(marketNames).nullable(),
    title: z.string(),
    body: z.string(),
    sinceTimestamp: timestamp,
  })
  .meta({ id: 'ShownBanner' })

export const broadcasts = {
  banners: endpoint({
    method: 'GET',
    path: '/trust/banners',
    access: 'public',
    summary: 'What the house has to say now, above everything else',
    input: z.object({}),
    data: z.array(shown),
  }),
} as const
