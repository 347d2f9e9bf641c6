import type { BroadcastTexts } from '@rueda/rules/broadcasts/broadcast.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'

/**
 * Staff's texts, kept in memory: of banners, because every screen asks, and of broadcasts, because a message is put into words when it is
 * read. Read again every second; a broadcast's texts never change, so only new ones are.
 */
export type Banner = Readonly<{ id: string; market: MarketName | null; texts: BroadcastTexts; since: Instant }>

export interface Notices {
  textsOf(broadcastId: string): BroadcastTexts | null
  banners(): readonly Banner[]
  refresh(): Promise<void>
}

type BannerRow = Readonly<{ banner_id: string; market: MarketName | null; texts: BroadcastTexts; at: bigint }>
type BroadcastRow = Readonly<{ broadcast_id: string; texts: BroadcastTexts; at: bigint }>

export function createNotices(pool: Pool): Notices {
  const texts = new Map<string, BroadcastTexts>()
  let newest = 0n
  let banners: readonly Banner[] = []
  return {
    textsOf: (broadcastId) => texts.get(broadcastId) ?? null,
    banners: () => banners,
    refresh: async () => {
      const standing = await pool.query<BannerRow>(
        'select banner_id::text, market, texts, at from banners where lowered_at is null order by at desc, banner_id',
      )
      banners = standing.rows.map(({ banner_id: id, market, texts: words, at }) => ({ id, market, texts: words, since: Number(at) }))
      // Another broadcast of the same moment as the newest may have been committed later.
      const said = await pool.query<BroadcastRow>('select broadcast_id::text, texts, at from broadcasts where at >= $1 order by at', [
        newest,
      ])
      for (const { broadcast_id: id, texts: words, at } of said.rows) {
        texts.set(id, words)
        newest = at
      }
    },
  }
}
