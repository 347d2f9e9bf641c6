import type { AnchorLines } from '../../../anchors/anchor-file.ts'
import { PUBLISHED_OF_IPOS, type Published, drawAnchor } from '../../subscriptions/anchors.ts'
import type { Snapshots } from './snapshots.ts'

type DrawFaults = Readonly<{ draws: readonly object[]; file: readonly Readonly<{ fault: string }>[] }>

/** Compares what stands in the database with what was published first. There are some dozen draws a year: every line is read each time. */
export async function drawFaults(snapshots: Snapshots, anchors: AnchorLines): Promise<DrawFaults> {
  const file: { fault: string }[] = anchors.fault === null ? [] : [{ fault: anchors.fault }]
  const first = new Map<string, Published>()
  for await (const read of anchors.lines(0)) {
    const anchor = 'line' in read ? drawAnchor.safeParse(read.line) : null
    if (anchor?.success !== true) file.push({ fault: 'a line of the anchors of draws is torn' })
    for (const { id, announced, listHash } of anchor?.data?.draws ?? []) {
      const known = first.get(id)
      first.set(id, { id, announced: known?.announced ?? announced, listHash: known?.listHash ?? listHash })
    }
  }
  if (first.size === 0) return { draws: [], file }
  const { rows } = await snapshots.query<Published>(`${PUBLISHED_OF_IPOS} where id = any($1::uuid[])`, [[...first.keys()]])
  const now = new Map(rows.map((row) => [row.id, row]))
  const draws = [...first.values()].flatMap(({ id, announced, listHash }) => {
    const current = now.get(id)
    if (current === undefined) return [{ ipo_id: id, fault: 'an anchored offering is gone' }]
    return [
      ...(current.announced === announced ? [] : [{ ipo_id: id, fault: 'an anchored announcement was changed' }]),
      ...(listHash === null || current.listHash === listHash ? [] : [{ ipo_id: id, fault: 'an anchored list was changed' }]),
    ]
  })
  return { draws, file }
}
