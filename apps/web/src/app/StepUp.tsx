import { patiently } from '@rueda/ui/loading/patiently.ts'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { Suspense, lazy } from 'react'
import { useStepUp } from '../shared/security/step-up.ts'

const StepUpSheet = lazy(async () => ({ default: (await patiently(() => import('../screens/security/StepUpSheet.tsx'))).StepUpSheet }))

/** The place of the sheet that asks for proof of identity; its code is fetched when it is first needed. */
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
