import { classes } from '@rueda/ui/look/classes.ts'

/** A dot that is filled while a market trades and hollow while it does not. */
export const SessionDot = ({ open }: { open: boolean }) => (
  <span aria-hidden className={classes('size-2 flex-none rounded-pill', open ? 'bg-up' : 'border-2 border-flat')} />
)
