import { type Head, anchorLine } from '../../ledger/anchors.ts'
import type { AnchorLines } from '../../../anchors/anchor-file.ts'
import type { ChainFault } from './chain.ts'
import type { Snapshots } from './snapshots.ts'

/** Compares every anchored head with its entry, some thousand at a time. */
const AT_ONCE = 5_000
const FIND = `
  select a.account_id, a.sequence, e.account_id is not null as found
  from unnest($1::bigint[], $2::bigint[], $3::text[]) as a (account_id, sequence, hash)
  left join entries e on e.account_id = a.account_id and e.sequence = a.sequence
  where e.hash is null or encode(e.hash, 'hex') <> a.hash`

type Missing = Readonly<{ account_id: bigint; sequence: bigint; found: boolean }>
export type AnchorFaults = Readonly<{ heads: readonly ChainFault[]; file: readonly Readonly<{ fault: string }>[] }>

/** From a byte of the file on; the lines before it were compared with the same entries already. */
export async function anchorFaults(snapshots: Snapshots, anchors: AnchorLines, from: number): Promise<AnchorFaults> {
  const faults: ChainFault[] = []
  const file: { fault: string }[] = anchors.fault === null ? [] : [{ fault: anchors.fault }]
  let heads: Head[] = []
  const compare = async (): Promise<void> => {
    const columns = [heads.map(([accountId]) => accountId), heads.map(([, sequence]) => sequence), heads.map(([, , hash]) => hash)]
    const { rows } = await snapshots.query<Missing>(FIND, columns)
    for (const { account_id: accountId, sequence, found } of rows)
      faults.push({
        accountId: String(accountId),
        sequence: Number(sequence),
        fault: found ? 'an anchored entry was changed' : 'an anchored entry is gone',
      })
    heads = []
  }
  for await (const read of anchors.lines(from)) {
    const anchor = 'line' in read ? anchorLine.safeParse(read.line) : null
    if (anchor?.success === true) heads.push(...anchor.data.heads)
    else file.push({ fault: `a line of the anchors of the chains is torn${'torn' in read ? `, at byte ${read.torn}` : ''}` })
    if (heads.length >= AT_ONCE) await compare()
  }
  if (heads.length > 0) await compare()
  return { heads: faults, file }
}
