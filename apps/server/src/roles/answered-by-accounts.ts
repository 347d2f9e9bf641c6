import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { orders } from '@rueda/contract/orders.ts'
import { nameOf } from './forwarded-call.ts'

/**
 * The calls that the process of their customer's account answers, where there are such processes: what the brokerage is asked most, with as little as
 * possible on the core. Commands of every other call reach it through the core.
 */
const calls: readonly Endpoint[] = [
  orders.create,
  orders.createMargin,
  orders.createInTaiwan,
  orders.preview,
  orders.explainPreview,
  orders.cancel,
  orders.amend,
  orders.previewAmend,
]

const names: ReadonlySet<string> = new Set(calls.map(nameOf))

export const isAnsweredByAccounts = (name: string): boolean => names.has(name)
