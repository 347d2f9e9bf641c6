import { type ReviewCase, cases } from '@rueda/contract/admin/cases.ts'
import { decidesCases } from '@rueda/rules/staff/cases.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../app/api.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { useKeys } from '../../app/keys.ts'
import { moment } from '../../app/moments.ts'
import { Payload } from '../../app/Payload.tsx'
import { useAct } from '../../app/use-act.ts'
import { usePowers } from '../../app/session.ts'
import { say } from '../../app/words.ts'
import { Changes } from './Changes.tsx'
import { factsOfRow, seenOf, stakeOf, useChanges } from './changes.ts'
import { HoldDecision } from './DecisionKeys.tsx'
import { useDecision } from './decisions.ts'
import { outcomeOf } from './outcome.ts'

export const titleOf = ({ kind, accountId }: ReviewCase): string => `${say(`case.${kind}`)} · ${accountId}`

type CaseDrawerProps = Readonly<{
  row: ReviewCase
  /** Opened by the key that opens a case to decide it. */
  claimOnOpen?: boolean
  onClose: () => void
}>

/** One case: it is claimed first, then come its evidence and the decision, which each kind of case brings itself. */
export function CaseDrawer({ row, claimOnOpen = false, onClose }: CaseDrawerProps) {
  const powers = usePowers()
  const { busy, act } = useAct()
  const queries = useQueryClient()
  const [changes, accept] = useChanges(factsOfRow(row))
  const Decision = useDecision(row.kind)
  const mayDecide = decidesCases(row.kind, powers) && row.closeTimestamp === null
  const isMine = row.claimedByMe === 1
  const claim = () =>
    act(
      async () => {
        const claimed = await call(cases.claim, { id: row.id })
        // A colleague may have claimed it since it was last read.
        if (!isMine) void queries.invalidateQueries({ predicate: ({ meta }) => meta?.['once'] === true })
        return claimed
      },
      ({ claimEndTimestamp }) => say('cases.claimed', { when: moment(claimEndTimestamp ?? 0) }),
    )
  const release = () =>
    act(
      () => call(cases.release, { id: row.id }),
      () => say('cases.released'),
    )
  // Opened to work on it: claimed at once, unless a colleague has it.
  const hasClaimed = useRef(false)
  useEffect(() => {
    if (!claimOnOpen || !mayDecide || row.claimedBy !== null || hasClaimed.current) return
    hasClaimed.current = true
    void claim()
  })
  useKeys(({ key, target }) => {
    const isClaim = key === 'c' || (key === 'Enter' && target instanceof HTMLElement && target.tabIndex === -1)
    if (isClaim && mayDecide && !isMine && !busy) void claim()
  })
  return (
    <Drawer title={titleOf(row)} onClose={onClose} wide={isMine}>
      {changes.length === 0 ? null : <Changes title={say('changes.title')} changes={changes} onRead={accept} />}
      <Payload
        value={{
          [say('cases.opened')]: moment(row.openTimestamp),
          [say('cases.due')]: moment(row.dueTimestamp),
          [say('cases.assignee')]: row.claimedBy,
          ...seenOf(stakeOf(row)),
          ...(row.closeTimestamp === null
            ? {}
            : { [say('cases.endedAt')]: moment(row.closeTimestamp), [say('cases.outcome')]: outcomeOf(row) }),
        }}
      />
      {mayDecide ? (
        <div className="flex gap-2">
          <Button tone={isMine ? 'secondary' : 'primary'} busy={busy} onPress={() => void claim()}>
            {say(isMine ? 'cases.keep' : 'cases.claim')}
          </Button>
          {isMine ? (
            <Button tone="secondary" busy={busy} onPress={() => void release()}>
              {say('cases.release')}
            </Button>
          ) : null}
        </div>
      ) : null}
      <HoldDecision value={changes.length > 0}>
        {Decision === null ? null : <Decision row={row} isMine={isMine && mayDecide} onDone={onClose} />}
      </HoldDecision>
    </Drawer>
  )
}
