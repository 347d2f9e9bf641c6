import { accounts } from '@rueda/contract/accounts.ts'
import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { type Asked, askedOf } from '../../shared/server/request.ts'

type FirstRead = Readonly<{ endpoint: Endpoint; input: Readonly<Record<string, unknown>> }>

/** What home shows before anything else of it. The built page names these requests, so that they are made beside the app. */
const firstReads = {
  visitor: [{ endpoint: quotes.top, input: { type: 'active', limit: 5, closes: 1 } }],
  customer: [
    { endpoint: wallets.overview, input: {} },
    { endpoint: positions.holding, input: { pageSize: 100 } },
    { endpoint: accounts.me, input: {} },
  ],
} as const satisfies Readonly<Record<string, readonly FirstRead[]>>

const asked = (reads: readonly FirstRead[]): readonly Asked[] => reads.map(({ endpoint, input }) => askedOf(endpoint, input))

export const firstRequests = { visitor: asked(firstReads.visitor), customer: asked(firstReads.customer) }
