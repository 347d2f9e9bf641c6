import { wallets } from '@rueda/contract/wallets.ts'
import type { CashFlow } from '@rueda/contract/wallets.ts'
import { walletTypes } from '@rueda/rules/wallets/wallet.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, pages, rowsOf } from '../../shared/server/api.ts'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { kinds } from '../../shared/wallets/kinds.ts'
import { type Period, type Span, spanOf } from './periods.ts'

export const ALL = 'all'

export type Filters = Readonly<{ wallet: string; kind: string; period: Period; custom: Span }>

const nothingFiltered: Filters = { wallet: ALL, kind: ALL, period: '30', custom: {} }
const PAGE_SIZE = 100
const ONE_HOUR_MS = 3_600_000

/** The statement under its filters. The address may name a wallet to begin with. */
export function useStatement() {
  const page = useQueryOfPage()
  const wallet = walletTypes.find((type) => type === page['wallet']) ?? ALL
  const [filters, setFilters] = useState<Filters>({ ...nothingFiltered, wallet })
  // The market's own clock may only be known after the first reading.
  const input = inputOf(filters, useServerNow(ONE_HOUR_MS))
  const read = useInfiniteQuery(pages(wallets.cashFlows, input, PAGE_SIZE))
  return {
    filters,
    isFiltered: JSON.stringify(filters) !== JSON.stringify(nothingFiltered),
    change: (changes: Partial<Filters>) => setFilters({ ...filters, ...changes }),
    clear: () => setFilters(nothingFiltered),
    read,
    flows: rowsOf(read.data) as CashFlow[],
    everything: () => allOf(input),
  }
}

function inputOf({ wallet, kind, period, custom }: Filters, now: number) {
  return {
    ...(wallet === ALL ? {} : { walletType: wallet }),
    ...(kinds.some((known) => known === kind) ? { bizType: kind } : {}),
    ...spanOf(period, custom, now),
  }
}

/** Every movement under the filters, for a file. */
async function allOf(input: ReturnType<typeof inputOf>): Promise<readonly CashFlow[]> {
  const flows: CashFlow[] = []
  for (let pageNum = 1; ; pageNum += 1) {
    const page = await call(wallets.cashFlows, { ...input, pageNum, pageSize: PAGE_SIZE })
    flows.push(...page.list)
    if (pageNum >= page.pages) return flows
  }
}
