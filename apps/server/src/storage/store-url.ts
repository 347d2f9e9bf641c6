/** A bucket of a server that speaks S3, and the key that opens it: what `STORE_URL` says. */
export type S3Address = Readonly<{
  /** Without a slash at its end. */
  endpoint: string
  bucket: string
  /** Before every key; empty, or with a slash at its end. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}>

const USUAL_REGION = 'us-east-1'
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/u
const REGION = /^[a-z0-9-]{1,40}$/u
const FOLDER = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/u
const KNOWN: ReadonlySet<string> = new Set(['region', 'tls'])

/** Reads `s3://<key>:<secret>@<host>[:<port>]/<bucket>[/<folder>][?region=<region>&tls=0]`; null for anything else. */
export function readStoreUrl(given: string): S3Address | null {
  if (!URL.canParse(given)) return null
  const url = new URL(given)
  const [accessKeyId, secretAccessKey] = [decoded(url.username), decoded(url.password)]
  const [bucket = '', ...folders] = url.pathname.replace(/^\//u, '').replace(/\/$/u, '').split('/')
  const [region, tls] = [url.searchParams.get('region') ?? USUAL_REGION, url.searchParams.get('tls') ?? '1']
  const isKnown = [...url.searchParams.keys()].every((name) => KNOWN.has(name))
  const isWhole = url.protocol === 's3:' && url.host !== '' && url.hash === '' && accessKeyId !== '' && secretAccessKey !== ''
  const isNamed = BUCKET.test(bucket) && folders.every((folder) => FOLDER.test(folder)) && REGION.test(region)
  if (!isWhole || !isNamed || !isKnown || (tls !== '0' && tls !== '1')) return null
  const endpoint = `${tls === '1' ? 'https' : 'http'}://${url.host}`
  if (!URL.canParse(endpoint)) return null
  return { endpoint, bucket, prefix: folders.map((folder) => `${folder}/`).join(''), region, accessKeyId, secretAccessKey }
}

/** Empty where the percent signs mean nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
