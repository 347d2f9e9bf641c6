import type { AnchorLines } from '../../../anchors/anchor-file.ts'
import { PUBLISHED_OF, type Published, drawAnchor } from '../../subscriptions/anchors.ts'
import type { Snapshots } from './snapshots.ts'

type Fault = Readonly<{ id: string; fault: string }>
type DrawFaults = Readonly<{ draws: readonly Fault[]; placings: readonly Fault[]; file: readonly Pick<Fault, 'fault'>[] }>

/** Compares what stands in the database with what was published first. There are some dozen offerings a year: every line is read each time. */
export async function drawFaults(snapshots: Snapshots, anchors: AnchorLines): Promise<DrawFaults> {
  const file: { fault: string }[] = anchors.fault === null ? [] : [{ fault: anchors.fault }]
  const first = new Map<string, Published>()
  for await (const read of anchors.lines(0)) {
    const anchor = 'line' in read ? drawAnchor.safeParse(read.line) : null
    if (anchor?.success !== true) file.push({ fault: 'a line of the anchors of draws is torn' })
    for (const each of anchor?.data?.draws ?? []) {
      const known = first.get(each.id) ?? each
      first.set(each.id, { ...known, terms: known.terms ?? each.terms, listHash: known.listHash ?? each.listHash })
    }
  }
  const anchored = [...first.values()]
  const { rows } = await snapshots.query<Published>(PUBLISHED_OF, [[...first.keys()]])
  const now = new Map(rows.map((row) => [row.id, row]))
  const faultsOf = (kind: Published['kind']): readonly Fault[] =>
    anchored.flatMap((each) => (each.kind === kind ? changesOf(each, now.get(each.id)).map((fault) => ({ id: each.id, fault })) : []))
  return { draws: faultsOf('ipo'), placings: faultsOf('placing'), file }
}

function changesOf({ announced, terms, listHash }: Published, current: Published | undefined): readonly string[] {
  if (current === undefined) return ['an anchored offering is gone']
  return [
    ...(current.announced === announced ? [] : ['an anchored announcement was changed']),
    ...(terms === null || current.terms === terms ? [] : ['anchored terms were changed']),
    ...(listHash === null || current.listHash === listHash ? [] : ['an anchored list was changed']),
  ]
}
