import { ImageUp } from 'lucide-react'
import { useId, useState } from 'react'
import { Spinner } from './Spinner.tsx'
import { classes } from './classes.ts'
import { useUi } from './context.tsx'
import { smallerImage } from './smaller-image.ts'
import { fill } from './ui-text.ts'

export type UploadState = 'empty' | 'uploading' | 'done' | 'failed'

type UploadTileProps = Readonly<{
  label: string
  /** What a good picture looks like. */
  hint?: string | undefined
  state: UploadState
  error?: string | null | undefined
  /** Called with the picture, made smaller; the caller uploads it. */
  onPick: (file: File) => void
  mostBytes?: number | undefined
  /** The camera of the phone is offered beside the gallery. */
  camera?: 'environment' | 'user' | undefined
}>

const MEGABYTE = 1_048_576
const MOST_BYTES = 5 * MEGABYTE
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,image/heif'

/** A place for a picture: choose, see it, replace it. */
export function UploadTile({ label, hint, state, error, onPick, mostBytes = MOST_BYTES, camera }: UploadTileProps) {
  const { text } = useUi()
  const { preview, problem, pick } = usePicture(onPick, mostBytes)
  const wrong = problem ?? error ?? null
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-label text-text2">{label}</p>
      <div className={classes('relative grid aspect-[16/10] place-items-center overflow-hidden rounded-card border border-dashed bg-s2', wrong === null ? 'border-line-strong' : 'border-danger')}>
        {preview === null ? (
          <span className="flex flex-col items-center gap-2 px-6 text-center text-meta text-text3">
            <ImageUp aria-hidden size={32} strokeWidth={1.5} />
            {hint}
          </span>
        ) : (
          <img src={preview} alt={label} className="size-full object-contain" />
        )}
        {state === 'uploading' ? (
          <span role="status" className="absolute inset-0 grid place-items-center bg-scrim text-white">
            <span className="flex items-center gap-2 text-label">
              <Spinner /> {text.uploading}
            </span>
          </span>
        ) : null}
      </div>
      <div className="flex gap-2">
        <Pick label={preview === null ? text.photoChoose : text.photoReplace} onPick={pick} />
        {camera === undefined ? null : <Pick label={text.photoTake} capture={camera} onPick={pick} />}
      </div>
      <p role={wrong === null ? undefined : 'alert'} className="min-h-5 text-meta text-danger">
        {wrong}
      </p>
    </div>
  )
}

function usePicture(onPick: (file: File) => void, mostBytes: number) {
  const { text } = useUi()
  const [preview, setPreview] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const pick = async (file: File) => {
    if (!file.type.startsWith('image/')) return setProblem(text.fileKind)
    if (file.size > mostBytes) return setProblem(fill(text.fileTooLarge, { most: `${Math.round(mostBytes / MEGABYTE)} M` }))
    setProblem(null)
    const small = await smallerImage(file)
    if (preview !== null) URL.revokeObjectURL(preview)
    setPreview(URL.createObjectURL(small))
    onPick(small)
  }
  return { preview, problem, pick }
}

type PickProps = Readonly<{ label: string; capture?: 'environment' | 'user' | undefined; onPick: (file: File) => Promise<void> }>

function Pick({ label, capture, onPick }: PickProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="inline-flex min-h-11 flex-1 cursor-pointer items-center justify-center gap-2 rounded-control bg-s2 px-3 text-center text-label text-text1 focus-within:outline-2 focus-within:outline-focus"
    >
      {label}
      <input
        id={id}
        type="file"
        accept={ACCEPTED}
        capture={capture}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file !== undefined) void onPick(file)
        }}
      />
    </label>
  )
}
