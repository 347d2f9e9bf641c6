import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const CONTRACT = /\/packages\/contract\/src\/(?:\w|-)+\.ts$/u

/**
 * Builds an app with the endpoints of the contract as plain values: method, path, and the facts that the one fetch wrapper
 * needs. The schemas of inputs and answers, which the server checks and no browser does, are most of the contract, and with
 * them would come zod. A file without endpoints, and every file in development and in tests, stays as it is.
 */
export const endpointsWithoutSchemas = (): Plugin => ({
  name: 'endpoints-without-schemas',
  apply: 'build',
  enforce: 'pre',
  async load(id) {
    if (!CONTRACT.test(id)) return null
    const exported = (await import(pathToFileURL(id).href)) as Readonly<Record<string, unknown>>
    return sourceOf(exported)
  },
})

/** The source that replaces a file of the contract; null where it has no endpoints. */
export function sourceOf(exported: Readonly<Record<string, unknown>>): string | null {
  if (!Object.values(exported).some(isGroup)) return null
  return Object.entries(exported)
    .flatMap(([name, value]) => {
      if (isGroup(value)) return [`export const ${name} = ${JSON.stringify(mapValues(value, plain))}`]
      // A schema or function that the app needs has a file of its own, without endpoints; the build says when it is missing.
      return isPlain(value) ? [`export const ${name} = ${JSON.stringify(value)}`] : []
    })
    .join('\n')
}

type EndpointValue = Readonly<{ method: string; path: string; access: string; idempotent: boolean }>
type Group = Readonly<Record<string, EndpointValue>>

const plain = ({ method, path, access, idempotent }: EndpointValue): EndpointValue => ({ method, path, access, idempotent })

const isEndpoint = (value: unknown): boolean => isRecord(value) && 'method' in value && 'path' in value && 'access' in value
const isGroup = (value: unknown): value is Group =>
  isRecord(value) && Object.keys(value).length > 0 && Object.values(value).every(isEndpoint)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Text, numbers, and lists and records of them. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain)
  return (
    ['string', 'number', 'boolean'].includes(typeof value) || value === null || (isRecord(value) && Object.values(value).every(isPlain))
  )
}

const mapValues = <Value, Mapped>(record: Readonly<Record<string, Value>>, map: (value: Value) => Mapped): Record<string, Mapped> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
