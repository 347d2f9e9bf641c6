import { articles } from '@rueda/contract/articles.ts'
import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { files } from '@rueda/contract/files.ts'
import { futures } from '@rueda/contract/futures.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { reference } from '@rueda/contract/reference.ts'
import { statements } from '@rueda/contract/statements.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { nameOf } from './forwarded-call.ts'

/**
 * The reads that a front answers by itself, from the market that it follows and the books: most of what an open app asks for. Every other call goes to
 * the core.
 */
const reads: readonly Endpoint[] = [
  ...Object.values(quotes),
  ...Object.values(reference),
  ...Object.values(articles),
  ...[futures.list, futures.months],
  ...[orders.list, orders.fills],
  ...[
    positions.holding,
    positions.explain,
    positions.explainHoldings,
    positions.closed,
    positions.byStock,
    positions.taiwan,
    positions.lots,
  ],
  ...Object.values(wallets),
  ...[statements.months, statements.one],
  // A link that one process signs opens at every other.
  ...[files.link, files.openings],
]

const names: ReadonlySet<string> = new Set(reads.map(nameOf))

export const isAnsweredByFronts = (name: string): boolean => names.has(name)
