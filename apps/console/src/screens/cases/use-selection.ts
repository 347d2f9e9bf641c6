import { MAX_CLAIMED_AT_ONCE, type ReviewCase } from '@rueda/contract/admin/cases.ts'
import { useState } from 'react'
import type { Selection } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'

/** Cases of a list chosen to be claimed or released together; no more than one call takes, and none that has left the list. */
export function useSelection(
  rows: readonly ReviewCase[],
): Readonly<{ rows: readonly ReviewCase[]; clear: () => void; selection: Selection<ReviewCase> }> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.filter(({ id }) => ids.has(id))
  const most = rows.slice(0, MAX_CLAIMED_AT_ONCE)
  const clear = (): void => setIds(new Set())
  return {
    rows: chosen,
    clear,
    selection: {
      selected: new Set(chosen.map(({ id }) => id)),
      toggle: (id) => {
        const others = chosen.map((row) => row.id).filter((each) => each !== id)
        if (others.length < chosen.length) setIds(new Set(others))
        else if (chosen.length < MAX_CLAIMED_AT_ONCE) setIds(new Set([...others, id]))
      },
      toggleAll: () => (chosen.length === most.length ? clear() : setIds(new Set(most.map(({ id }) => id)))),
      areAllSelected: chosen.length > 0 && chosen.length === most.length,
      nameOf: ({ accountId }) => say('cases.select', { account: accountId }),
    },
  }
}
