import type { z } from 'zod'

/** The faults of a form's fields, each in a word that the form has a text for. */
export type Faults<Values, Fault extends string> = Partial<Record<keyof Values & string, Fault>>

/** A schema whose fields are judged by a function, where one field is right or wrong by what stands in another. */
export const judgedBy = <Values, Fault extends string>(
  shape: z.ZodType<Values, Values>,
  faultsOf: (values: Values) => Faults<Values, Fault>,
): z.ZodType<Values, Values> =>
  shape.superRefine((values, context) => {
    for (const [field, fault] of Object.entries<Fault | undefined>(faultsOf(values)))
      if (fault !== undefined) context.addIssue({ code: 'custom', path: [field], message: fault })
  })
