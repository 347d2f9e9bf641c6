import { CameraOff } from 'lucide-react'
import { Button } from '../actions/Button.tsx'
import { EmptyState } from '../messages/EmptyState.tsx'
import { Sheet } from '../sheets/Sheet.tsx'
import { classes } from '../look/classes.ts'
import { useUi } from '../provider/context.tsx'
import { useCamera } from './use-camera.ts'

type CameraSheetProps = Readonly<{
  open: boolean
  title: string
  /** The outline that the document is to fill. */
  shape: 'card' | 'page'
  /** Advice on holding it, under the picture. */
  hint: string
  /** Shown when there is no camera, or the person said no to it. */
  without: string
  onTake: (picture: File) => void
  onGallery: () => void
  onClose: () => void
}>

const frames = { card: 'aspect-[1.586]', page: 'aspect-[1.42]' }
const QUALITY = 0.92

/** The camera's picture, with the outline the document belongs in. It is switched off when the sheet closes. */
export function CameraSheet({ open, title, shape, hint, without, onTake, onGallery, onClose }: CameraSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      {open ? <Viewfinder shape={shape} hint={hint} without={without} onTake={onTake} onGallery={onGallery} /> : null}
    </Sheet>
  )
}

type ViewfinderProps = Pick<CameraSheetProps, 'shape' | 'hint' | 'without' | 'onTake' | 'onGallery'>

function Viewfinder({ shape, hint, without, onTake, onGallery }: ViewfinderProps) {
  const { text } = useUi()
  const { video, state } = useCamera()
  const gallery = (
    <Button tone="secondary" size="large" wide onPress={onGallery}>
      {text.photoChoose}
    </Button>
  )
  if (state === 'none') return <EmptyState icon={CameraOff} text={without} action={gallery} />
  return (
    <div className="flex flex-col gap-3">
      <div className="relative overflow-hidden rounded-card bg-s2">
        <video ref={video} muted playsInline className="aspect-[4/3] w-full object-cover" />
        <div aria-hidden className="absolute inset-0 flex items-center justify-center">
          <div className={classes('w-[88%] rounded-card border-2 border-white shadow-[0_0_0_999px_rgb(0_0_0/0.45)]', frames[shape])} />
        </div>
      </div>
      <p className="text-center text-label font-normal text-text2">{hint}</p>
      <Button
        size="large"
        wide
        busy={state === 'opening'}
        onPress={() => void pictureOf(video.current).then((picture) => (picture === null ? undefined : onTake(picture)))}
      >
        {text.photoTake}
      </Button>
      {gallery}
    </div>
  )
}

async function pictureOf(video: HTMLVideoElement | null): Promise<File | null> {
  if (video === null || video.videoWidth === 0) return null
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return blob === null ? null : new File([blob], 'camera.jpg', { type: blob.type })
}
