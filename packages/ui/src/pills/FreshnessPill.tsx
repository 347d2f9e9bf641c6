import { useState } from 'react'
import { Sheet } from '../sheets/Sheet.tsx'
import { classes } from '../look/classes.ts'
import { type Tone, toneText } from '../look/tone.ts'

export type Freshness = 'live' | 'delayed' | 'simulated' | 'stale' | 'closed'

type FreshnessPillProps = Readonly<{
  state: Freshness
  label: string
  /** Opens an explanation: where the data comes from and when it last came. */
  explanation?: Readonly<{ title: string; text: string }> | undefined
}>

const tones: Readonly<Record<Freshness, Tone>> = { live: 'up', delayed: 'warn', simulated: 'warn', stale: 'warn', closed: 'flat' }

/** The freshness of a price, in a word beside it. */
export function FreshnessPill({ state, label, explanation }: FreshnessPillProps) {
  const [open, setOpen] = useState(false)
  const shape = classes('inline-flex items-center gap-1.5 text-micro', toneText[tones[state]])
  const words = (
    <>
      <span aria-hidden className={classes('size-1.5 rounded-pill', state === 'closed' ? 'border border-current' : 'bg-current')} />
      {label}
    </>
  )
  if (explanation === undefined) return <span className={shape}>{words}</span>
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className={`hit ${shape}`}>
        {words}
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={explanation.title}>
        <p className="text-row font-normal text-text2">{explanation.text}</p>
      </Sheet>
    </>
  )
}
