export type Given<Values> = { readonly [Name in keyof Values]?: NonNullable<Values[Name]> }

/** Keeps the values that were chosen and drops those that are null. */
export const given = <Values extends Readonly<Record<string, unknown>>>(values: Values): Given<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Given<Values>
