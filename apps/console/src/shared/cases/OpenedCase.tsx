import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadedBlock } from '../../app/Table.tsx'
import { type WordKey, say } from '../../app/words.ts'
import { CaseColumns } from './CaseParts.tsx'
import { Changes } from './Changes.tsx'
import { type SeenFacts, useChanges } from './changes.ts'
import { DecisionKeys, useIsHeld } from './DecisionKeys.tsx'

type OpenedCaseProps<Found> = Readonly<{
  /** The content of the case; requested only for those who may look at it. */
  opened: UseQueryResult<Found>
  mayLook: boolean
  /** Facts a decision rests on, field by field; left out where something new is simply read on. */
  facts?: (found: Found) => SeenFacts
  evidence: (found: Found) => ReactNode
  /** Null for those who only look. */
  decision: (found: Found) => ReactNode
  /** Words about the keys, where the decision has others than approving and refusing. */
  hint?: WordKey
}>

/**
 * The evidence of a case and its decision, for the colleague who has claimed it. Where some of it changed meanwhile, or could not
 * be read again, nothing can be decided: the form is held, and keeps what was written in it.
 */
export function OpenedCase<Found>({ opened, mayLook, facts, evidence, decision, hint }: OpenedCaseProps<Found>) {
  const { data } = opened
  const [changes, accept] = useChanges(data === undefined || facts === undefined ? null : facts(data))
  const isCaseHeld = useIsHeld()
  if (!mayLook) return null
  const isChanged = changes.length > 0
  const held = (form: ReactNode): ReactNode =>
    form === null ? null : (
      <DecisionKeys isHeld={isChanged || isCaseHeld || opened.isError} hint={hint}>
        {form}
      </DecisionKeys>
    )
  return (
    <>
      {isChanged ? (
        <Changes title={say('changes.title')} changes={changes} onRead={accept}>
          {say('changes.why')}
        </Changes>
      ) : null}
      <LoadedBlock query={opened}>{(found) => <CaseColumns evidence={evidence(found)} decision={held(decision(found))} />}</LoadedBlock>
    </>
  )
}
