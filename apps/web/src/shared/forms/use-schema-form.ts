import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'

/** A form held to a schema: wrong fields are told when it is sent and put right while they are edited. */
export function useSchemaForm<Values extends FieldValues>(
  schema: z.ZodType<unknown, Values>,
  values: DefaultValues<Values>,
): UseFormReturn<Values> {
  return useForm<Values>({ resolver: zodResolver(schema) as never, defaultValues: values, mode: 'onSubmit', reValidateMode: 'onChange' })
}
