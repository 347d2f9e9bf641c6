import { PrivacyMask } from '@rueda/ui/money/PrivacyMask.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'

/** A return, masked in private mode. */
export const ReturnPercent = ({ percent }: Readonly<{ percent: string }>) => (
  <PrivacyMask>
    <Change percent={percent} />
  </PrivacyMask>
)
