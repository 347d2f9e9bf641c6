import { type ReviewCase, cases } from '@rueda/contract/admin/cases.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { call } from '../../app/api.ts'
import { useAct } from '../../app/use-act.ts'
import { say } from '../../app/words.ts'

/** What can be done with several cases at once: who has claimed them. They are decided one by one, each with its evidence. */
export function SelectionBar({ rows, onDone }: Readonly<{ rows: readonly ReviewCase[]; onDone: () => void }>) {
  const { busy, act } = useAct()
  const own = rows.filter(({ claimedByMe }) => claimedByMe === 1)
  const free = rows.filter(({ claimedByMe, claimedBy }) => claimedByMe === 0 && claimedBy === null)
  const claim = async (): Promise<void> => {
    const done = await act(
      () => call(cases.claimSeveral, { ids: free.map(({ id }) => id) }),
      (claimed) =>
        say(claimed.length === free.length ? 'cases.claimedAll' : 'cases.claimedSome', { done: claimed.length, count: free.length }),
    )
    if (done) onDone()
  }
  const release = async (): Promise<void> => {
    const done = await act(
      () => call(cases.releaseSeveral, { ids: own.map(({ id }) => id) }),
      (released) =>
        say(released.length === own.length ? 'cases.releasedAll' : 'cases.releasedSome', { done: released.length, count: own.length }),
    )
    if (done) onDone()
  }
  return (
    <div
      role="group"
      aria-label={say('cases.selected', { count: rows.length })}
      className="flex min-h-13 flex-wrap items-center gap-2 px-4 py-1"
    >
      <span className="num mr-2 text-label">{say('cases.selected', { count: rows.length })}</span>
      <Button busy={busy} disabled={free.length === 0} onPress={() => void claim()}>
        {say('cases.claimSelected')} {free.length === 0 ? null : <Count>{free.length}</Count>}
      </Button>
      <Button tone="secondary" busy={busy} disabled={own.length === 0} onPress={() => void release()}>
        {say('cases.releaseSelected')} {own.length === 0 ? null : <Count>{own.length}</Count>}
      </Button>
      <Button tone="ghost" onPress={onDone}>
        {say('cases.clearSelection')}
      </Button>
    </div>
  )
}

const Count = ({ children }: Readonly<{ children: number }>) => <span className="num">({children})</span>
