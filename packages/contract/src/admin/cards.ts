import { cardRejections } from '@rueda/rules/cards/card.ts'
import { z } from 'zod'
import { card } from '../cards.ts'
import { identifier } from '../fields.ts'
import { decided, staffEndpoint, why } from './endpoint.ts'

/** Bank accounts whose holder only resembles the customer. A case is claimed first; `id` is the case's. */
export const cardReviews = {
  open: staffEndpoint({
    method: 'POST',
    path: '/cards/open',
    power: 'cards.open',
    summary: 'The account of a claimed case, with the two names that only resemble each other',
    input: z.object({ ...why, id: identifier }),
    data: z.object({ accountId: z.string(), card, holder: z.string().nullable(), person: z.string().nullable() }),
    refusals: ['object.not_found', 'case.not_claimed', 'case.closed'],
  }),
  decide: staffEndpoint({
    method: 'POST',
    path: '/cards/decide',
    power: 'cards.decide',
    summary: 'Take an account, or refuse it with a reason its customer reads',
    input: z.object({ ...why, id: identifier, decision: z.enum(['approve', 'refuse']), reasonCode: z.enum(cardRejections).optional() }),
    data: decided,
    refusals: ['object.not_found', 'case.not_claimed', 'case.closed'],
  }),
} as const
