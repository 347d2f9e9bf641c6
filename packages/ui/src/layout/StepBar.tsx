import { classes } from '../look/classes.ts'

type StepBarProps = Readonly<{ step: number; steps: number; label: string }>

/** The progress through the steps. */
export function StepBar({ step, steps, label }: StepBarProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-meta text-text3">{label}</p>
      <div aria-hidden className="flex gap-1.5">
        {Array.from({ length: steps }, (_, index) => (
          <span key={index} className={classes('h-1 flex-1 rounded-pill', index < step ? 'bg-accent' : 'bg-s3')} />
        ))}
      </div>
    </div>
  )
}
