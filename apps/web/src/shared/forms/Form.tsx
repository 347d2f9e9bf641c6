import { classes } from '@rueda/ui/look/classes.ts'
import type { ReactNode, Ref } from 'react'

type FormProps = Readonly<{
  /** By its button or by Enter. */
  onSend: () => void
  /** The spacing of its parts. */
  className?: string
  ref?: Ref<HTMLFormElement>
  children: ReactNode
}>

/** A form that is sent as a whole. Its own fields show what is wrong with them, and the browser does not. */
export function Form({ onSend, className = 'gap-1', ref, children }: FormProps) {
  return (
    <form
      ref={ref}
      noValidate
      className={classes('flex flex-col', className)}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      {children}
    </form>
  )
}
