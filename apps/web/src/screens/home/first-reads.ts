import { accounts } from '@rueda/contract/accounts.ts'
import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { type RequestContent, contentOf } from '../../shared/server/request-content.ts'

type FirstRead = Readonly<{ endpoint: Endpoint; input: Readonly<Record<string, unknown>> }>

/** The reads that home shows first. The built page names these requests, so that they are made while the app is on its way. */
const firstReads = {
  visitor: [
    { endpoint: quotes.top, input: { type: 'active', limit: 5, closes: 1 } },
    { endpoint: accounts.appVersion, input: {} },
  ],
  customer: [
    { endpoint: wallets.overview, input: {} },
    { endpoint: positions.holding, input: { pageSize: 100 } },
    { endpoint: accounts.me, input: {} },
  ],
} as const satisfies Readonly<Record<string, readonly FirstRead[]>>

const contents = (reads: readonly FirstRead[]): readonly RequestContent[] => reads.map(({ endpoint, input }) => contentOf(endpoint, input))

export const firstRequests = { visitor: contents(firstReads.visitor), customer: contents(firstReads.customer) }
