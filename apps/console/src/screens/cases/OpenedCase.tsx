import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadedBlock } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { CaseColumns } from './CaseParts.tsx'
import { Changes } from './Changes.tsx'
import { type SeenFacts, useChanges } from './changes.ts'

type OpenedCaseProps<Found> = Readonly<{
  /** What the case holds; asked for by whoever may look at it. */
  opened: UseQueryResult<Found>
  mayLook: boolean
  /** What a decision goes by, field by field; left out where what is new is simply read on. */
  facts?: (found: Found) => SeenFacts
  evidence: (found: Found) => ReactNode
  /** Null for whoever only looks. */
  decision: (found: Found) => ReactNode
}>

/**
 * The evidence of a case and its decision, for whoever has it in hand. Where something of it became different meanwhile,
 * nothing is decided before that was read.
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

/** What cannot be used for now stays there, with what was written in it. */
const held = (form: ReactNode, isHeld: boolean): ReactNode =>
  form === null ? null : (
    <div inert={isHeld} className={isHeld ? 'opacity-40' : undefined}>
      {form}
    </div>
  )
