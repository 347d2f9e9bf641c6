import { classes } from '../look/classes.ts'

/** A turning ring; still, with a gap, where motion is reduced. */
export function Spinner({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden
      className={classes('inline-block size-5 animate-spin rounded-pill border-2 border-current border-t-transparent', className)}
    />
  )
}
