import type { OwnLiability, PublicLiabilities } from '@rueda/contract/trust.ts'
import { decodeSumNodes, sumPathPlaces } from '@rueda/proof/sum-tree.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { inSnapshot } from '../../db/snapshot.ts'
import * as store from './liability-store.ts'

/** What was said of a night, for anybody; null where nothing was. */
export const liabilitiesOf = (pool: Pool, date: CalendarDate): Promise<PublicLiabilities | null> =>
  inSnapshot(pool, async (reader) => {
    const night = await store.readNight(reader, date)
    if (night === null) return null
    const totals = await store.readTotals(reader, date)
    const heldEntry = await store.readHeldEntry(reader, date)
    return {
      date,
      timestamp: Number(night.at),
      held: night.saysHeld ? await store.readHeld(reader, date) : null,
      heldEntry: heldEntry === null ? null : Number(heldEntry),
      liabilities: totals.map(({ entry, ...total }) => ({ ...total, entry: entry === null ? null : Number(entry) })),
    }
  })

/** An account's own parts of a night, the newest without a date, each with its way to the root. */
export const ownLiability = (pool: Pool, accountId: string, asked: CalendarDate | null): Promise<OwnLiability | null> =>
  inSnapshot(pool, async (reader) => {
    const night = await store.readNight(reader, asked)
    const chain = night === null ? null : await store.readChain(reader, accountId, night.date)
    if (night === null || chain === null) return null
    const { date, at } = night
    const totals = new Map((await store.readTotals(reader, date)).map((total) => [total.asset, total]))
    const owed = (await store.readParts(reader, accountId, date)).flatMap(({ asset, amounts, places }) => {
      const total = totals.get(asset)
      return total === undefined ? [] : [{ ...total, amounts, places }]
    })
    const ways = owed.flatMap(({ asset, leaves, places }) =>
      places.map((index) => sumPathPlaces({ index, size: leaves }).map((node) => ({ asset, ...node }))),
    )
    const nodes = (await store.readNodes(reader, date, ways.flat())).values()
    const assets = owed.map(({ asset, root, total, leaves, entry, amounts, places }) => ({
      ...{ asset, root, total, leaves, entry: entry === null ? null : Number(entry) },
      parts: places.map((index, part) => ({
        index,
        amount: String(amounts[part]),
        path: sumPathPlaces({ index, size: leaves }).flatMap(() => presentNode(nodes.next().value)),
      })),
    }))
    return { date, timestamp: Number(at), accountNumber: accountId, sequence: Number(chain.sequence), head: chain.head, assets }
  })

function presentNode(bytes: Uint8Array | undefined): readonly Readonly<{ sum: string; hash: string }>[] {
  const nodes = bytes === undefined ? null : decodeSumNodes(bytes)
  return (nodes ?? []).map(({ sums, hash }) => ({ sum: String(sums[0]), hash: Buffer.from(hash).toString('hex') }))
}
