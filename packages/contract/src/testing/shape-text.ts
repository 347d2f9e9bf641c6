import { z } from 'zod'

/** A schema in a few readable words, for locking the wire: "{ id: string, quantity?: string | number }". */
type JsonSchema = Readonly<{
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  prefixItems?: readonly JsonSchema[]
  items?: JsonSchema
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  $ref?: string
  $defs?: Readonly<Record<string, JsonSchema>>
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  maxItems?: number
  default?: unknown
}>

export const shapeText = (schema: z.ZodType, io: 'input' | 'output'): string => {
  const root = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
  return textOf(root, root.$defs ?? {}, '')
}

/** The shapes that have names, each once, in the order of their names. */
export function namedShapes(schemas: readonly z.ZodType[]): string {
  const named = new Map<string, string>()
  for (const schema of schemas) {
    const { $defs = {} } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema
    for (const [name, definition] of Object.entries($defs)) named.set(name, textOf(definition, $defs, ''))
  }
  return [...named.keys()]
    .toSorted()
    .map((name) => `${name} ${named.get(name)}`)
    .join('\n\n')
}

function textOf(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>, indent: string): string {
  const within = (part: JsonSchema): string => textOf(part, definitions, indent)
  if (schema.$ref !== undefined) return schema.$ref.replace('#/$defs/', '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return choices.map(within).join(' | ')
  if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(within).join(', ')}]`
  if (schema.items !== undefined) return `(${within(schema.items)})[]${limits(schema)}`
  if (schema.properties !== undefined) return objectText(schema, definitions, indent)
  return `${schema.type ?? 'any'}${limits(schema)}`
}

function objectText(
  { properties = {}, required = [] }: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
  indent: string,
): string {
  const deeper = `${indent}  `
  const fields = Object.entries(properties).map(([name, field]) => {
    const otherwise = field.default === undefined ? '' : ` = ${JSON.stringify(field.default)}`
    return `${deeper}${name}${required.includes(name) ? '' : '?'}: ${textOf(field, definitions, deeper)}${otherwise}`
  })
  return fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n${indent}}`
}

function limits({ maxLength, pattern, minimum, maximum, maxItems }: JsonSchema): string {
  const safe = (value: number | undefined): number | undefined =>
    value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value
  const words = [
    maxLength === undefined ? '' : `≤${maxLength}`,
    pattern === undefined ? '' : `/${pattern}/`,
    safe(minimum) === undefined ? '' : `from ${minimum}`,
    safe(maximum) === undefined ? '' : `to ${maximum}`,
    maxItems === undefined ? '' : `at most ${maxItems}`,
  ].filter((word) => word !== '')
  return words.length === 0 ? '' : ` (${words.join(', ')})`
}
