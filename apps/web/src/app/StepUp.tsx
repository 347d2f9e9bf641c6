import { patiently } from '@rueda/ui/loading/patiently.ts'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { Suspense, lazy } from 'react'
import { useStepUp } from '../shared/security/step-up.ts'

const StepUpSheet = lazy(async () => ({ default: (await patiently(() => import('../screens/security/StepUpSheet.tsx'))).StepUpSheet }))

/** The place of the sheet that asks who is there; its code comes when it is asked for the first time. */
export function StepUp() {
  const asked = useStepUp((state) => state.asked)
  const shown = useLastShown(asked)
  if (shown === null) return null
  return (
    <Suspense fallback={null}>
      <StepUpSheet open={asked !== null} proofs={shown.proofs} onAnswer={shown.answer} />
    </Suspense>
  )
}
