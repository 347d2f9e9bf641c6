import { type ReactNode, useId } from 'react'
import { classes } from '../look/classes.ts'

/** The parts of every field: a label above it, and one line under it for help or for what is wrong. */
export type FieldProps = Readonly<{
  label: string
  helper?: ReactNode | undefined
  error?: string | null | undefined
  labelHidden?: boolean | undefined
}>

type Described = Readonly<{ 'id': string; 'aria-describedby': string; 'aria-invalid': boolean }>

/** Ties label, help and error to the control it is given. The line under it keeps its height, so nothing jumps. */
export function Field({
  label,
  helper,
  error,
  labelHidden = false,
  children,
}: FieldProps & Readonly<{ children: (control: Described) => ReactNode }>) {
  const id = useId()
  const wrong = error !== undefined && error !== null && error !== ''
  return (
    <div className="flex flex-col">
      <label id={`${id}-label`} htmlFor={id} className={labelHidden ? 'sr-only' : 'pb-1.5 text-label text-text2'}>
        {label}
      </label>
      {children({ id, 'aria-describedby': `${id}-note`, 'aria-invalid': wrong })}
      <p
        id={`${id}-note`}
        role={wrong ? 'alert' : undefined}
        className={classes('min-h-5 pt-1 text-meta', wrong ? 'text-danger' : 'text-text3')}
      >
        {wrong ? error : helper}
      </p>
    </div>
  )
}

export const boxShape = (invalid: boolean): string =>
  classes(
    'flex min-h-12 items-center rounded-control border bg-s2 focus-within:border-accent focus-within:outline-2 focus-within:outline-focus',
    invalid ? 'border-danger' : 'border-line-strong',
  )

export const inputShape = 'min-w-0 flex-1 self-stretch bg-transparent px-3 text-body outline-none'
