import { CameraOff } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../actions/Button.tsx'
import { EmptyState } from '../messages/EmptyState.tsx'
import { Sheet } from '../sheets/Sheet.tsx'
import { useUi } from '../provider/context.tsx'
import { readQr } from './qr-reader.ts'
import { useCamera } from './use-camera.ts'

type ScannerSheetProps = Readonly<{
  open: boolean
  title: string
  hint: string
  /** Shown when there is no camera, or the person said no to it. */
  without: string
  /** A picture was chosen that has no code. */
  nothing: string
  onText: (text: string) => void
  onClose: () => void
}>

/** Looks for a QR code in what the camera sees, or in a picture; it gives the first one's text. */
export function ScannerSheet({ open, title, onClose, ...scanner }: ScannerSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      {open ? <Scanner {...scanner} /> : null}
    </Sheet>
  )
}

type ScannerProps = Pick<ScannerSheetProps, 'hint' | 'without' | 'nothing' | 'onText'>

const LOOK_EVERY_MS = 250

function Scanner({ hint, without, nothing, onText }: ScannerProps) {
  const { text } = useUi()
  const { video, state } = useCamera()
  const input = useRef<HTMLInputElement>(null)
  const [isEmpty, setEmpty] = useState(false)
  const look = useEffectEvent(async () => {
    // A frame that cannot be read is followed by the next one.
    const found = video.current === null ? null : await readQr(video.current).catch(() => null)
    if (found !== null) onText(found)
  })
  useEffect(() => {
    if (state !== 'ready') return undefined
    const timer = setInterval(() => void look(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [state])
  const readPicture = async (file: File) => {
    const found = await readQr(file).catch(() => null)
    setEmpty(found === null)
    if (found !== null) onText(found)
  }
  return (
    <div className="flex flex-col gap-3">
      {state === 'none' ? (
        <EmptyState icon={CameraOff} text={without} />
      ) : (
        <>
          <video ref={video} muted playsInline className="aspect-square w-full rounded-card bg-s2 object-cover" />
          <p className="text-center text-label font-normal text-text2">{hint}</p>
        </>
      )}
      {isEmpty ? (
        <p role="alert" className="text-center text-meta text-danger">
          {nothing}
        </p>
      ) : null}
      <Button tone="secondary" size="large" wide onPress={() => input.current?.click()}>
        {text.photoChoose}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={text.photoChoose}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file !== undefined) void readPicture(file)
        }}
      />
    </div>
  )
}
