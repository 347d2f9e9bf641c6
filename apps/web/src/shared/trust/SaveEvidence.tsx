import { FileDown } from 'lucide-react'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { useSaveFile } from '../lists/use-save-file.ts'
import { useText } from '../text/text.ts'
import { evidenceFile, evidenceName } from './evidence.ts'
import type { Contradiction } from './kept.ts'

export function useSaveEvidence(): (contradiction: Contradiction) => void {
  const saveFile = useSaveFile()
  return (contradiction) => saveFile(evidenceName(contradiction), 'application/json', evidenceFile(contradiction))
}

/** Gives the customer the evidence as a file. */
export function SaveEvidence({ contradiction }: Readonly<{ contradiction: Contradiction }>) {
  const t = useText('trust')
  const saveEvidence = useSaveEvidence()
  return (
    <Button size="large" wide onPress={() => saveEvidence(contradiction)}>
      <FileDown aria-hidden size={18} /> {t('bar.save')}
    </Button>
  )
}
