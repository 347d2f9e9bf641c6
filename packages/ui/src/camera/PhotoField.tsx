import { Camera, CircleCheck, ImageUp, RotateCcw } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Button } from '../actions/Button.tsx'
import { classes } from '../look/classes.ts'
import { useUi } from '../provider/context.tsx'

/**
 * A picture somebody hands in, from the camera or the gallery. Nothing leaves the device before the person has looked
 * at it, unless the field asks no question.
 */
export type PhotoState =
  | Readonly<{ kind: 'empty' }>
  | Readonly<{ kind: 'reading' }>
  | Readonly<{ kind: 'chosen'; preview: string; hints: readonly string[] }>
  | Readonly<{ kind: 'sending'; preview: string; share: number }>
  | Readonly<{ kind: 'sent'; preview: string }>
  | Readonly<{ kind: 'failed'; preview: string | null; message: string }>

type PhotoFieldProps = Readonly<{
  label: string
  /** The document in the picture, which decides its proportions. */
  shape: 'card' | 'page'
  /** A drawing of what is wanted, while there is no picture. */
  example: ReactNode
  state: PhotoState
  /** The question about the chosen picture, and the words to take it. */
  question: string
  use: string
  /** The error of the field as a whole, such as that it was left out. */
  error?: string | null | undefined
  onFile: (file: File) => void
  onCamera: () => void
  onUse: () => void
}>

const shapes = { card: 'aspect-[1.586]', page: 'aspect-[1.42]' }

export function PhotoField({ label, shape, example, state, question, use, error = null, onFile, onCamera, onUse }: PhotoFieldProps) {
  const { text } = useUi()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // A chosen picture that waits for its answer counts as given: the question itself says that it is not answered.
  const wrong = state.kind === 'failed' ? state.message : state.kind === 'empty' ? error : null
  const unanswered = state.kind === 'chosen' && error !== null
  const pick = () => input.current?.click()
  return (
    <section aria-labelledby={`${id}-label`} className="relative flex flex-col gap-2">
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h3 id={`${id}-label`} className="text-label text-text2">
          {label}
        </h3>
        {state.kind === 'sent' ? <CircleCheck aria-label={text.done} size={20} className="flex-none text-up" /> : null}
      </div>
      <Frame shape={shape} state={state} label={label} example={example} wrong={wrong !== null || unanswered} />
      {state.kind === 'chosen' ? (
        <div className="flex flex-col gap-1">
          {state.hints.map((hint) => (
            <p key={hint} className="text-meta text-warn">
              {hint}
            </p>
          ))}
          <p role={unanswered ? 'alert' : undefined} className={classes('text-row font-semibold', unanswered && 'text-danger')}>
            {question}
          </p>
        </div>
      ) : null}
      {wrong === null ? null : (
        <p role="alert" className="text-meta text-danger">
          {wrong}
        </p>
      )}
      <Actions state={state} use={use} onPick={pick} onCamera={onCamera} onUse={onUse} />
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={`${text.photoChoose}: ${label}`}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </section>
  )
}

type FrameProps = Pick<PhotoFieldProps, 'shape' | 'state' | 'label' | 'example'> & Readonly<{ wrong: boolean }>

function Frame({ shape, state, label, example, wrong }: FrameProps) {
  const { text } = useUi()
  const preview = 'preview' in state ? state.preview : null
  return (
    <div
      className={classes(
        'relative flex w-full max-w-[420px] items-center justify-center self-center overflow-hidden rounded-card border bg-s2',
        shapes[shape],
        wrong ? 'border-danger' : preview === null ? 'border-dashed border-line-strong' : 'border-line',
      )}
    >
      {preview === null ? (
        <div className="w-3/5 text-text3">{example}</div>
      ) : (
        <img src={preview} alt={label} className="size-full object-contain" />
      )}
      {state.kind === 'sending' || state.kind === 'reading' ? (
        <div className="absolute inset-x-0 bottom-0 bg-s1/90 px-3 py-2">
          <p className="pb-1 text-meta text-text2">{text.uploading}</p>
          <div
            role="progressbar"
            aria-label={text.uploading}
            aria-valuenow={state.kind === 'sending' ? Math.round(state.share * 100) : undefined}
            aria-valuemin={0}
            aria-valuemax={100}
            className="h-1.5 overflow-hidden rounded-pill bg-s3"
          >
            <div
              className="h-full origin-left rounded-pill bg-accent transition-transform duration-200"
              style={{ transform: `scaleX(${state.kind === 'sending' ? state.share : 0})` }}
            />
          </div>
        </div>
      ) : null}
    </div>
  )
}

type ActionsProps = Pick<PhotoFieldProps, 'state' | 'use' | 'onCamera' | 'onUse'> & Readonly<{ onPick: () => void }>

function Actions({ state, use, onPick, onCamera, onUse }: ActionsProps) {
  const { text } = useUi()
  if (state.kind === 'reading' || state.kind === 'sending') return null
  if (state.kind === 'sent') {
    return (
      <Button tone="secondary" onPress={onPick}>
        <RotateCcw aria-hidden size={18} /> {text.photoReplace}
      </Button>
    )
  }
  if (state.kind === 'chosen') {
    return (
      <div className="grid grid-cols-2 gap-2.5">
        <Button tone="secondary" onPress={onPick}>
          {text.photoReplace}
        </Button>
        <Button onPress={onUse}>{use}</Button>
      </div>
    )
  }
  return (
    <div className="grid grid-cols-2 gap-2.5">
      {state.kind === 'failed' && state.preview !== null ? (
        <div className="col-span-2 *:w-full">
          <Button onPress={onUse}>{text.retry}</Button>
        </div>
      ) : null}
      <Button tone="secondary" onPress={onCamera}>
        <Camera aria-hidden size={18} className="flex-none" /> {text.photoTake}
      </Button>
      <Button tone="secondary" onPress={onPick}>
        <ImageUp aria-hidden size={18} className="flex-none" /> {text.photoGallery}
      </Button>
    </div>
  )
}
