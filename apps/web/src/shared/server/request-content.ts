import type { Endpoint } from '@rueda/contract/endpoint.ts'

/** Address and body of a request; a GET has no body. Values of the path stand in no other place, those not given in none. */
export type RequestContent = Readonly<{ address: string; body: string | null }>

export function contentOf({ method, path }: Pick<Endpoint, 'method' | 'path'>, input: Readonly<Record<string, unknown>>): RequestContent {
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  if (method !== 'GET') return { address: `/web${filled}`, body: JSON.stringify(rest) }
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return { address: `/web${filled}${search === '' ? '' : `?${search}`}`, body: null }
}
