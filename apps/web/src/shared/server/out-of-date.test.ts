import { allEndpoints, contract } from '@rueda/contract/contract.ts'
import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { isChange, refreshAfterChange, refreshAfterFrames } from './out-of-date.ts'

const { accounts, deposits, files, orders, positions, quotes, statements, transfers, wallets, cards, withdrawals, messages } = contract

/** Calls that have a body and change nothing. */
const QUESTIONS: readonly Endpoint[] = [
  accounts.me,
  quotes.byNameOrCode,
  quotes.many,
  contract.reference.tradingDays,
  contract.reference.minimumCount,
  ...[orders.preview, orders.previewAmend, orders.explainPreview, orders.list, orders.fills, positions.explain, positions.explainHoldings],
  ...[positions.holding, positions.closed, positions.byStock, positions.taiwan, positions.lots, positions.sizes],
  ...Object.values(wallets),
  ...[transfers.quote, transfers.exchangeOffer, transfers.list, cards.list, withdrawals.quote, deposits.channels, deposits.list],
  contract.loans.list,
  contract.articles.list,
  ...[contract.plans.list, contract.plans.runs, contract.plans.preview],
  ...[contract.blocks.stocks, contract.blocks.quote, contract.blocks.locks],
  ...[contract.funds.stat, contract.funds.products, contract.funds.list],
  ...[contract.subscriptions.saleList, contract.subscriptions.running, contract.subscriptions.list, contract.subscriptions.fullNumber],
  ...[contract.placings.saleList, contract.placings.saleTime, contract.placings.eligibility, contract.placings.list],
  contract.placings.flatCount,
  ...[statements.one, statements.download, statements.confirm, files.link],
  ...[contract.notes.list, contract.agreements.read],
]

/** The reads in the cache that a change makes out of date. */
async function outOfDateAfter(change: (cache: QueryClient) => Promise<void>, reads: readonly Endpoint[]): Promise<readonly Endpoint[]> {
  const cache = new QueryClient()
  for (const read of reads) cache.setQueryData([read.path, {}], {})
  await change(cache)
  return reads.filter((read) => cache.getQueryState([read.path, {}])?.isInvalidated === true)
}

describe('what a change makes out of date', () => {
  it.each(allEndpoints().filter(({ method }) => method === 'POST'))('$path stands in the table, or only asks', (endpoint) => {
    expect(isChange(endpoint)).toBe(!QUESTIONS.includes(endpoint))
  })

  it('is read again after an order, and the rest is left alone', async () => {
    const reads = [orders.list, positions.holding, wallets.all, messages.list, accounts.me]
    expect(await outOfDateAfter((cache) => refreshAfterChange(cache, orders.create), reads)).toEqual([
      orders.list,
      positions.holding,
      wallets.all,
    ])
  })

  it('is read again after frames, each read once', async () => {
    const reads = [orders.list, positions.closed, wallets.overview, messages.list]
    const after = (cache: QueryClient) => refreshAfterFrames(cache, new Set(['order', 'position'] as const))
    expect(await outOfDateAfter(after, reads)).toEqual([orders.list, positions.closed, wallets.overview])
  })

  it('is nothing where a call only asks', async () => {
    expect(await outOfDateAfter((cache) => refreshAfterChange(cache, orders.preview), [orders.list, wallets.all])).toEqual([])
  })
})

describe('a first read under way when something changes', () => {
  it('goes on over frames, which come so often that it might never end', async () => {
    const cache = new QueryClient()
    const answers: ((orders: string) => void)[] = []
    const queryFn = (): Promise<string> => new Promise((answer) => void answers.push(answer))
    const watched = new QueryObserver(cache, { queryKey: [orders.list.path, {}], queryFn })
    const stop = watched.subscribe(() => undefined)
    const refreshed = refreshAfterFrames(cache, new Set(['order']))
    answers[0]?.('first')
    await refreshed
    expect(watched.getCurrentResult().data).toBe('first')
    stop()
  })

  it('begins anew, because it may show what was before', async () => {
    const cache = new QueryClient()
    const answers: ((orders: string) => void)[] = []
    const queryFn = (): Promise<string> => new Promise((answer) => void answers.push(answer))
    const watched = new QueryObserver(cache, { queryKey: [orders.list.path, {}], queryFn })
    const stop = watched.subscribe(() => undefined)
    expect(answers).toHaveLength(1)

    const refreshed = refreshAfterChange(cache, orders.create)
    await expect.poll(() => answers.length).toBe(2)
    answers[0]?.('before')
    answers[1]?.('after')
    await refreshed
    expect(watched.getCurrentResult().data).toBe('after')
    stop()
  })
})
