import { messages } from '@rueda/contract/messages.ts'
import { type MiningState, mining } from '@rueda/contract/mining.ts'
import { orders } from '@rueda/contract/orders.ts'
import type { Endpoint } from '@rueda/contract/endpoint.ts'
import type { OrderRow } from '@rueda/contract/orders.ts'
import { type Position, positions } from '@rueda/contract/positions.ts'
import type { ServerFrame } from '@rueda/contract/push-channels.ts'
import type { MessageFrame } from '@rueda/contract/push-frames.ts'
import { type Wallet, wallets } from '@rueda/contract/wallets.ts'
import type { QueryClient } from '@tanstack/react-query'
import { sayMessage } from './say-message.ts'

/**
 * The customer's own frames, written into what the screens have already read. A frame shows at once where its row
 * is on screen; sums, filters and new rows follow with one quiet read shortly after.
 */

type Row = Readonly<{ id: string }>
type Rows = Readonly<{ list: readonly Row[] }>

/** Writes a frame into the rows, and says a message where its customer wants to be told. */
export async function takePrivateFrame(cache: QueryClient, frame: ServerFrame): Promise<void> {
  applyPrivateFrame(cache, frame)
  if (frame.ch === 'message') await sayMessage(frame.data as MessageFrame)
}

export function applyPrivateFrame(cache: QueryClient, frame: ServerFrame): void {
  if (frame.ch === 'order') patchOrder(cache, frame.data as OrderRow)
  if (frame.ch === 'position') patchPosition(cache, frame.data as Position)
  if (frame.ch === 'wallet') patchWallet(cache, frame.data as Wallet)
  if (frame.ch === 'message') patchUnread(cache, frame.data as MessageFrame)
  if (frame.ch === 'mining') cache.setQueryData([mining.state.path, {}], frame.data as MiningState)
}

function patchOrder(cache: QueryClient, order: OrderRow): void {
  patchRows(cache, orders.list, order)
  cache.setQueriesData({ queryKey: [positions.byStock.path] }, (read: { orders: readonly OrderRow[] } | undefined) =>
    read === undefined ? read : { ...read, orders: withRow(read.orders, order) },
  )
}

function patchPosition(cache: QueryClient, position: Position): void {
  patchRows(cache, positions.holding, position)
  cache.setQueriesData({ queryKey: [positions.byStock.path] }, (read: { position: Position | null } | undefined) =>
    read?.position?.id === position.id ? { ...read, position } : read,
  )
}

function patchWallet(cache: QueryClient, wallet: Wallet): void {
  cache.setQueryData([wallets.one.path, { walletType: wallet.walletType }], wallet)
  cache.setQueriesData({ queryKey: [wallets.all.path] }, (read: { wallets: readonly Wallet[] } | undefined) =>
    read === undefined ? read : { ...read, wallets: read.wallets.map((each) => (each.walletType === wallet.walletType ? wallet : each)) },
  )
}

/** The count shows at once; the new message itself is read with the list, in the language of the app. */
function patchUnread(cache: QueryClient, { unread }: MessageFrame): void {
  type Counted = Readonly<{ unread: number }>
  cache.setQueriesData({ queryKey: [messages.list.path] }, (read: Counted | { pages: readonly Counted[] } | undefined) => {
    if (read === undefined) return read
    if ('unread' in read) return { ...read, unread }
    return { ...read, pages: read.pages.map((page) => ({ ...page, unread })) }
  })
}

/** In every list read of an endpoint, whole or by pages. */
function patchRows(cache: QueryClient, endpoint: Endpoint, row: Row): void {
  cache.setQueriesData({ queryKey: [endpoint.path] }, (read: Rows | { pages: readonly Rows[] } | undefined) => {
    if (read === undefined) return read
    // A single page has `pages` too: how many there are.
    if ('list' in read) return { ...read, list: withRow(read.list, row) }
    return { ...read, pages: read.pages.map((page) => ({ ...page, list: withRow(page.list, row) })) }
  })
}

/** A frame may leave out what did not change (an order's fills), so it is laid over the row. */
const withRow = <Known extends Row>(rows: readonly Known[], row: Row): Known[] =>
  rows.map((each) => (each.id === row.id ? { ...each, ...row } : each))
