import { FileDown } from 'lucide-react'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { saveFile } from '../lists/save-file.ts'
import { useText } from '../text/text.ts'
import { evidenceFile, evidenceName } from './evidence.ts'
import type { Contradiction } from './kept.ts'

export const saveEvidence = (contradiction: Contradiction): void =>
  saveFile(evidenceName(contradiction), 'application/json', evidenceFile(contradiction))

/** Gives the customer the evidence as a file. */
export function SaveEvidence({ contradiction }: Readonly<{ contradiction: Contradiction }>) {
  const t = useText('trust')
  return (
    <Button size="large" wide onPress={() => saveEvidence(contradiction)}>
      <FileDown aria-hidden size={18} /> {t('bar.save')}
    </Button>
  )
}
