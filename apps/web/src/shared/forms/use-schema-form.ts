import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm } from 'react-hook-form'
import type { z } from 'zod'

type Name<Values> = keyof Values & string

/** The props of our fields. */
type FieldOfForm<Value> = Readonly<{
  name: string
  value: Value
  onChange: (value: Value) => void
  ref: (element: HTMLElement | null) => void
}>

export type SchemaForm<Values> = Readonly<{
  values: Values
  field: <Field extends Name<Values>>(name: Field) => FieldOfForm<Values[Field]>
  /** True for a field shown as wrong: from the first sending on, until it is put right. */
  isWrong: (name: Name<Values>) => boolean
  /** The fault of a field shown as wrong, in the word of the schema, among those given; null if it is none of them. */
  fault: <Fault extends string>(name: Name<Values>, among: readonly Fault[]) => Fault | null
  /** What the server said against a field, for as long as the field stands as it was sent; as it comes, the form goes to the field. */
  refused: (name: Name<Values>, said: string | null) => string | null
  /** True if everything could be sent as it stands. */
  isWhole: boolean
  /** Changes several fields, or one whose change affects others; returns all values. */
  change: (changes: Partial<Values>) => Values
  /** Marks one field that is wrong before the form is sent; true when it is right. */
  check: (name: Name<Values>) => Promise<boolean>
  /** Passes right values on; otherwise marks the wrong fields and goes to the first. */
  send: (onRight: (values: Values) => unknown) => void
}>

/** When the mark of a wrong field goes: once it is right, or with any change of it, to come back when it is sent wrong again. */
type Unmarked = 'right' | 'changed'

/** A form validated by a schema: wrong fields are marked when it is sent and put right while they are edited. */
export function useSchemaForm<Values extends FieldValues>(
  schema: z.ZodType<Values, Values>,
  first: Values,
  unmarked: Unmarked = 'right',
): SchemaForm<Values> {
  const form = useForm<Values, unknown, Values>({
    resolver: zodResolver(schema),
    defaultValues: first as DefaultValues<Values>,
    shouldFocusError: false,
  })
  const [sent, setSent] = useState<Values>(first)
  const elements = useRef(new Map<string, HTMLElement>())
  const saidBefore = useRef<ReadonlyMap<string, string>>(new Map())
  const saidNow = new Map<string, string>()
  useEffect(() => {
    const name = [...saidNow.keys()].find((each) => !saidBefore.current.has(each))
    saidBefore.current = saidNow
    if (name !== undefined) elements.current.get(name)?.focus()
  })
  const { errors, isSubmitted } = form.formState
  const values = form.watch()
  const change = (changes: Readonly<Record<string, unknown>>): Values => {
    for (const [name, value] of Object.entries(changes)) form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>)
    if (unmarked === 'changed') form.clearErrors(Object.keys(changes) as Path<Values>[])
    // The value of one field can make another one wrong.
    else if (isSubmitted) void form.trigger()
    else if (Object.keys(changes).some((name) => name in errors)) void form.trigger(Object.keys(changes) as Path<Values>[])
    return form.getValues()
  }
  const isWrong = (name: string): boolean => errors[name] !== undefined
  return {
    values,
    isWrong,
    fault: (name, among) => among.find((fault) => fault === errors[name]?.message) ?? null,
    refused: (name, said) => {
      if (said === null || !Object.is(values[name], sent[name])) return null
      saidNow.set(name, said)
      return said
    },
    isWhole: schema.safeParse(values).success,
    field: (name) => ({
      name,
      value: values[name],
      onChange: (value) => void change({ [name]: value }),
      ref: (element) => {
        if (element === null) elements.current.delete(name)
        else elements.current.set(name, element)
      },
    }),
    change,
    check: (name) => form.trigger(name as unknown as Path<Values>),
    send: (onRight) =>
      void form.handleSubmit(
        async (right) => {
          setSent(form.getValues())
          await onRight(right)
        },
        (wrong) => [...elements.current].find(([name]) => name in wrong)?.[1].focus(),
      )(),
  }
}
