/** Class names put together, without those whose condition does not hold. */
export const classes = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
