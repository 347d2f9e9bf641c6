import { classes } from '@rueda/ui/look/classes.ts'
import type { ReactNode, Ref } from 'react'

type FormProps = Readonly<{
  /** By its button or by Enter. */
  onSend: () => void
  /** How its parts stand apart. */
  className?: string
  ref?: Ref<HTMLFormElement>
  children: ReactNode
}>

/** What is filled in and sent at once. Its own fields say what is wrong with them, and the browser does not. */
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
