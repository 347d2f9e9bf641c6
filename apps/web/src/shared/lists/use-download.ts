import { toast } from '@rueda/ui/messages/toast.ts'
import { useState } from 'react'
import { useSayFailure } from '../failures/use-say-failure.ts'
import { asApiError } from '../server/api-error.ts'
import { saveFile } from './save-file.ts'

/** A file as the server sends it; the content is in base 64. */
type SentFile = Readonly<{ fileName: string; mediaType: string; content: string }>

/** Fetches files that the server makes and hands them to the browser. `busy` is the name of the one under way. */
export function useDownload<Name extends string>(saved: string) {
  const sayFailure = useSayFailure()
  const [busy, setBusy] = useState<Name | null>(null)
  const download = async (name: Name, fetched: () => Promise<SentFile>) => {
    setBusy(name)
    try {
      const { fileName, mediaType, content } = await fetched()
      saveFile(
        fileName,
        mediaType,
        Uint8Array.from(atob(content), (letter) => letter.codePointAt(0) ?? 0),
      )
      await toast(saved)
    } catch (thrown) {
      sayFailure(asApiError(thrown))
    } finally {
      setBusy(null)
    }
  }
  return { busy, download }
}
