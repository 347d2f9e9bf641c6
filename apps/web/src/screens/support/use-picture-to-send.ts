import { useUi } from '@rueda/ui/provider/context.tsx'
import { useRef, useState } from 'react'
import { asApiError } from '../../shared/server/api-error.ts'
import { preparePicture } from '../../shared/pictures/prepare-picture.ts'
import { uploadPicture } from '../../shared/pictures/upload.ts'

type Picture = Readonly<{ preview: string; url: string | null }>

/** A picture for the next message: made small, uploaded at once, and discarded when taken out of the message. */
export function usePictureToSend() {
  const { text } = useUi()
  const [picture, setPicture] = useState<Picture | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const newest = useRef(0)

  const drop = (): void => {
    newest.current += 1
    setPicture(null)
    setProblem(null)
  }
  const choose = async (file: File): Promise<void> => {
    drop()
    const mine = newest.current
    const isMine = (): boolean => newest.current === mine
    const prepared = await preparePicture(file)
    if (!isMine()) return
    if (prepared === null) return setProblem(text.fileKind)
    setPicture({ preview: prepared.preview, url: null })
    try {
      const url = await uploadPicture(prepared.blob, () => undefined)
      if (isMine()) setPicture({ preview: prepared.preview, url })
    } catch (thrown) {
      if (!isMine()) return
      setPicture(null)
      setProblem(asApiError(thrown).message)
    }
  }

  const { preview = null, url = null } = picture ?? {}
  return {
    choose,
    drop,
    problem,
    preview,
    isSending: picture !== null && url === null,
    image: preview === null || url === null ? null : { preview, url },
  }
}
