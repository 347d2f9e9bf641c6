import { CameraSheet } from '@rueda/ui/camera/CameraSheet.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { PhotoField, type PhotoState } from '@rueda/ui/camera/PhotoField.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { type ReactNode, useRef, useState } from 'react'
import { asApiError } from '../server/api-error.ts'
import { hrefTo, useReturn } from '../pages/go.ts'
import { type PreparedPicture, preparePicture } from './prepare-picture.ts'
import { usePractising } from '../security/session.ts'
import { useText } from '../text/text.ts'
import { uploadPicture } from './upload.ts'

type PhotoUploadProps = Readonly<{
  label: string
  shape: 'card' | 'page'
  example: ReactNode
  /** A question to the person before the picture leaves the device; without it the picture leaves at once. */
  question?: string | undefined
  hint: string
  error?: string | null | undefined
  /** The place to go to when the picture is what is missing. */
  ref?: ((element: HTMLElement | null) => void) | undefined
  /** The picture's address once the server has it; null while it does not. */
  onChange: (url: string | null) => void
}>

/** A picture from the camera or the gallery, on its way to the server; a practice account, which hands in none, has to be kept first. */
export function PhotoUpload(props: PhotoUploadProps) {
  return usePractising() ? <KeepFirst /> : <Upload {...props} />
}

function KeepFirst() {
  const t = useText('accounts')
  const refusals = useText('refusals')
  const here = useReturn()
  return (
    <InlineMessage tone="info" action={<TextLink href={hrefTo('pages/auth/register', { return: here })}>{t('keep.submit')}</TextLink>}>
      {refusals('file.practice')}
    </InlineMessage>
  )
}

/** A picture that is chosen, checked, sent and shown. */
function Upload({ label, shape, example, question, hint, error, ref, onChange }: PhotoUploadProps) {
  const t = useText('kyc')
  const { text } = useUi()
  const [state, setState] = useState<PhotoState>({ kind: 'empty' })
  const [camera, setCamera] = useState(false)
  const prepared = useRef<PreparedPicture | null>(null)
  const field = useRef<HTMLDivElement>(null)

  const send = async ({ blob, preview }: PreparedPicture) => {
    setState({ kind: 'sending', preview, share: 0 })
    try {
      const url = await uploadPicture(blob, (share) => setState({ kind: 'sending', preview, share }))
      setState({ kind: 'sent', preview })
      onChange(url)
    } catch (thrown) {
      const failure = asApiError(thrown)
      setState({ kind: 'failed', preview, message: failure.unknownOutcome ? t('photo.notSent') : failure.message })
    }
  }

  const choose = async (file: File) => {
    onChange(null)
    setState({ kind: 'reading' })
    const picture = await preparePicture(file)
    prepared.current = picture
    if (picture === null) return setState({ kind: 'failed', preview: null, message: text.fileKind })
    if (question === undefined) return send(picture)
    return setState({ kind: 'chosen', preview: picture.preview, hints: picture.flaws.map((flaw) => t(`photo.${flaw}`)) })
  }

  const pick = () => field.current?.querySelector('input')?.click()
  return (
    <div
      ref={(element) => {
        field.current = element
        ref?.(element)
      }}
      tabIndex={-1}
    >
      <PhotoField
        label={label}
        shape={shape}
        example={example}
        state={state}
        question={question ?? ''}
        use={t('photo.use')}
        error={error}
        onFile={(file) => void choose(file)}
        onCamera={() => setCamera(true)}
        onUse={() => (prepared.current === null ? undefined : void send(prepared.current))}
      />
      <CameraSheet
        open={camera}
        title={label}
        shape={shape}
        hint={hint}
        without={t('photo.noCamera')}
        onTake={(picture) => {
          setCamera(false)
          void choose(picture)
        }}
        onGallery={() => {
          setCamera(false)
          pick()
        }}
        onClose={() => setCamera(false)}
      />
    </div>
  )
}
