import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { RotateCw, Sun, SunDim, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSession } from './session.ts'
import { say } from './words.ts'

type Look = Readonly<{ zoom: number; turns: number; light: number }>
const AS_TAKEN: Look = { zoom: 1, turns: 0, light: 1 }
const ZOOM_STEP = 1.25
const LIGHT_STEP = 0.2
const QUARTER_DEGREES = 90
const WATERMARKS = 24

/** A picture that a customer handed in: larger, turned and brighter in a viewer, with the viewer's name written across it. */
export function Picture({ src, label }: Readonly<{ src: string; label: string }>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [look, setLook] = useState(AS_TAKEN)
  const open = (): void => {
    setLook(AS_TAKEN)
    dialog.current?.showModal()
  }
  return (
    <>
      <button type="button" onClick={open} aria-label={say('picture.open', { what: label })} className="block w-full text-left">
        <img src={src} alt={label} className="max-h-56 w-full rounded-control bg-s2 object-contain" />
        <span className="block pt-1 text-meta text-text3">{label}</span>
      </button>
      <dialog
        ref={dialog}
        aria-label={label}
        className="m-auto h-[92dvh] w-[94vw] overflow-hidden rounded-card bg-s1 text-text1 backdrop:bg-scrim"
      >
        <div className="flex h-full flex-col">
          <Controls look={look} onChange={setLook} onClose={() => dialog.current?.close()} />
          <div className="relative min-h-0 flex-1 overflow-auto bg-bg">
            <img
              src={src}
              alt={label}
              draggable={false}
              onContextMenu={(event) => event.preventDefault()}
              className="mx-auto block h-full object-contain"
              style={{
                transform: `rotate(${look.turns * QUARTER_DEGREES}deg) scale(${look.zoom})`,
                filter: `brightness(${look.light})`,
              }}
            />
            <Watermark />
          </div>
        </div>
      </dialog>
    </>
  )
}

type ControlsProps = Readonly<{ look: Look; onChange: (look: Look) => void; onClose: () => void }>

const Controls = ({ look, onChange, onClose }: ControlsProps) => (
  <div className="flex items-center gap-1 border-b border-line px-3">
    <IconButton label={say('picture.larger')} icon={ZoomIn} onPress={() => onChange({ ...look, zoom: look.zoom * ZOOM_STEP })} />
    <IconButton label={say('picture.smaller')} icon={ZoomOut} onPress={() => onChange({ ...look, zoom: look.zoom / ZOOM_STEP })} />
    <IconButton label={say('picture.turn')} icon={RotateCw} onPress={() => onChange({ ...look, turns: look.turns + 1 })} />
    <IconButton label={say('picture.brighter')} icon={Sun} onPress={() => onChange({ ...look, light: look.light + LIGHT_STEP })} />
    <IconButton
      label={say('picture.darker')}
      icon={SunDim}
      onPress={() => onChange({ ...look, light: Math.max(LIGHT_STEP, look.light - LIGHT_STEP) })}
    />
    <span className="flex-1" />
    <IconButton label={say('app.close')} icon={X} onPress={onClose} />
  </div>
)

/** Names the viewer, so that a photograph of the screen shows where it was taken. */
function Watermark() {
  const session = useSession()
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 grid grid-cols-4 place-items-center overflow-hidden opacity-25">
      {Array.from({ length: WATERMARKS }, (_, place) => (
        <span key={place} className="-rotate-[24deg] text-meta text-text1 mix-blend-difference">
          {session?.email}
        </span>
      ))}
    </div>
  )
}
