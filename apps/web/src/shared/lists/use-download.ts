import { useState } from 'react'
import { useSayFailure } from '../failures/use-say-failure.ts'
import { asApiError } from '../server/api-error.ts'
import { useSaveFile } from './use-save-file.ts'

/** A file as the server sends it; the content is in base 64. */
type SentFile = Readonly<{ fileName: string; mediaType: string; content: string }>

/** Fetches files that the server makes and hands them to the browser. `busy` is the name of the one under way. */
export function useDownload<Name extends string>() {
  const saveFile = useSaveFile()
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
    } catch (thrown) {
      sayFailure(asApiError(thrown))
    } finally {
      setBusy(null)
    }
  }
  return { busy, download }
}
