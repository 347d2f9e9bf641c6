import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadedBlock } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { CaseColumns } from './CaseParts.tsx'
import { Changes } from './Changes.tsx'
import { type SeenFacts, useChanges } from './changes.ts'

type OpenedCaseProps<Found> = Readonly<{
  /** The content of the case; requested only for those who may look at it. */
  opened: UseQueryResult<Found>
  mayLook: boolean
  /** Facts a decision rests on, field by field; left out where something new is simply read on. */
  facts?: (found: Found) => SeenFacts
  evidence: (found: Found) => ReactNode
  /** Null for those who only look. */
  decision: (found: Found) => ReactNode
}>

/**
 * The evidence of a case and its decision, for the colleague who has it in hand. Where some of it changed meanwhile,
 * nothing can be decided before the change is read.
 */
export function OpenedCase<Found>({ opened, mayLook, facts, evidence, decision }: OpenedCaseProps<Found>) {
  const { data } = opened
  const [changes, accept] = useChanges(data === undefined || facts === undefined ? null : facts(data))
  if (!mayLook) return null
  const isChanged = changes.length > 0
  return (
    <>
      {isChanged ? (
        <Changes title={say('changes.title')} changes={changes} onRead={accept}>
          {say('changes.why')}
        </Changes>
      ) : null}
      <LoadedBlock query={opened}>
        {(found) => <CaseColumns evidence={evidence(found)} decision={held(decision(found), isChanged)} />}
      </LoadedBlock>
    </>
  )
}

/** Disables a form for now and keeps what was written in it. */
const held = (form: ReactNode, isHeld: boolean): ReactNode =>
  form === null ? null : (
    <div inert={isHeld} className={isHeld ? 'opacity-40' : undefined}>
      {form}
    </div>
  )
