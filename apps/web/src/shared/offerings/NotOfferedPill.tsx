import type { OfferingKind } from '@rueda/rules/offerings/offering.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useText } from '../text/text.ts'
import { useNotOffered } from './use-not-offered.ts'

/** The same in a word, for a row of a list. */
export function NotOfferedPill({ kind, id }: Readonly<{ kind: OfferingKind; id: string }>) {
  const t = useText('offerings')
  const standing = useNotOffered(kind, id)
  if (standing === null) return null
  return (
    <Pill tone="warn" shape="slash">
      {t(`${standing.status}.short`)}
    </Pill>
  )
}
