import type { DataOf } from '@rueda/contract/endpoint.ts'
import { type SuitabilityResult, suitability } from '@rueda/contract/suitability.ts'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { Questions } from './Questions.tsx'
import { Result } from './Result.tsx'
import { Start } from './Start.tsx'

export type Standing = DataOf<typeof suitability.state>
export type Attempt = DataOf<typeof suitability.begin>
type Stage = Readonly<{ attempt: Attempt; result: SuitabilityResult | null }>

/** Route `pages/setting/suitability`: why there are questions, the questions one by one, and what came of them. */
export function Suitability() {
  const titles = useText('titles')
  const read = useQuery(query(suitability.state, {}))
  const [stage, setStage] = useState<Stage | null>(null)
  const begun = (attempt: Attempt) => setStage({ attempt, result: null })
  if (stage !== null && stage.result === null)
    return <Questions key={stage.attempt.attemptId} attempt={stage.attempt} onDone={(result) => setStage({ ...stage, result })} />
  if (stage !== null && stage.result !== null && read.data !== undefined)
    return <Result standing={read.data} result={stage.result} onBegun={begun} />
  if (read.data !== undefined) return <Start standing={read.data} onBegun={begun} />
  return (
    <Screen title={titles('suitability')}>
      <Loaded query={read} reason={whyFailed}>
        {() => null}
      </Loaded>
    </Screen>
  )
}
