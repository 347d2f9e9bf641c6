export type Given<Values> = { readonly [Name in keyof Values]?: NonNullable<Values[Name]> }

/** What was chosen, without what was not. */
export const given = <Values extends Readonly<Record<string, unknown>>>(values: Values): Given<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Given<Values>
