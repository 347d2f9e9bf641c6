import { messages } from '@rueda/contract/messages.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import type { ServerFrame } from '@rueda/contract/push-channels.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { applyPrivateFrame } from './private-frames.ts'

const frame = (ch: ServerFrame['ch'], data: unknown): ServerFrame => ({ ch, seq: 1, ts: 0, type: 'update', data })
const working = { id: 'o-1', status: 0, filledQuantity: '0', fills: [{ price: '182.41' }] }
const filled = { id: 'o-1', status: 1, filledQuantity: '150' }

describe('a private frame', () => {
  it('changes an order in every list that shows it, and keeps what the frame left out', () => {
    const cache = new QueryClient()
    const one = [orders.list.path, {}]
    const paged = [orders.list.path, {}, 'pages', 20]
    cache.setQueryData(one, { list: [working, { id: 'o-2', status: 0 }] })
    cache.setQueryData(paged, { pages: [{ list: [working] }], pageParams: [1] })
    cache.setQueryData([positions.byStock.path, { stockCode: 'ARDV' }], { position: null, orders: [working] })
    applyPrivateFrame(cache, frame('order', filled))
    const merged = { ...working, ...filled }
    expect(cache.getQueryData(one)).toEqual({ list: [merged, { id: 'o-2', status: 0 }] })
    expect(cache.getQueryData(paged)).toEqual({ pages: [{ list: [merged] }], pageParams: [1] })
    expect(cache.getQueryData([positions.byStock.path, { stockCode: 'ARDV' }])).toEqual({ position: null, orders: [merged] })
  })

  it('changes a position where it is shown and leaves other instruments alone', () => {
    const cache = new QueryClient()
    const other = { position: { id: 'p-2', quantity: '1' }, orders: [] }
    cache.setQueryData([positions.byStock.path, { stockCode: 'ARDV' }], { position: { id: 'p-1', quantity: '100' }, orders: [] })
    cache.setQueryData([positions.byStock.path, { stockCode: 'BRBF' }], other)
    applyPrivateFrame(cache, frame('position', { id: 'p-1', quantity: '150' }))
    expect(cache.getQueryData([positions.byStock.path, { stockCode: 'ARDV' }])).toEqual({
      position: { id: 'p-1', quantity: '150' },
      orders: [],
    })
    expect(cache.getQueryData([positions.byStock.path, { stockCode: 'BRBF' }])).toEqual(other)
  })

  it('changes a wallet alone and among all', () => {
    const cache = new QueryClient()
    const stock = { walletType: 'STOCK', available: '54600.00' }
    const before = { walletType: 'STOCK', available: '27228.79' }
    const forex = { walletType: 'FOREX', available: '0.00' }
    cache.setQueryData([wallets.all.path, {}], { totalAssets: '100.00', wallets: [before, forex] })
    applyPrivateFrame(cache, frame('wallet', stock))
    expect(cache.getQueryData([wallets.one.path, { walletType: 'STOCK' }])).toEqual(stock)
    expect(cache.getQueryData([wallets.all.path, {}])).toEqual({ totalAssets: '100.00', wallets: [stock, forex] })
  })

  it('changes how many messages are unread, in every list of them', () => {
    const cache = new QueryClient()
    const page = { list: [], total: 0, unread: 1 }
    cache.setQueryData([messages.list.path, { pageSize: 1 }], { ...page, pages: 1 })
    cache.setQueryData([messages.list.path, {}, 'pages', 20], { pages: [page], pageParams: [1] })
    applyPrivateFrame(cache, frame('message', { unread: 2 }))
    expect(cache.getQueryData([messages.list.path, { pageSize: 1 }])).toEqual({ ...page, pages: 1, unread: 2 })
    expect(cache.getQueryData([messages.list.path, {}, 'pages', 20])).toEqual({ pages: [{ ...page, unread: 2 }], pageParams: [1] })
  })

  it('makes nothing of what was never read', () => {
    const cache = new QueryClient()
    applyPrivateFrame(cache, frame('order', filled))
    expect(cache.getQueriesData({ queryKey: [orders.list.path] })).toEqual([])
  })
})
