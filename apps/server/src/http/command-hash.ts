import { createHash } from 'node:crypto'
import { canonical } from './canonical.ts'

/** Never part of what is hashed: who holds a receipt could try them one by one. */
const SECRETS: ReadonlySet<string> = new Set(['payPassword', 'password', 'code'])

/**
 * What a receipt says was asked (`docs/rules/proof.md` P.22): SHA-256, in hex, over the path, the idempotency key and the body as it came, its
 * keys sorted and its passwords and codes left out. The client works out the same.
 */
export function commandHash({ path, key, body }: Readonly<{ path: string; key: string | null; body: unknown }>): string {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  const said = isObject ? Object.fromEntries(Object.entries(body).filter(([name]) => !SECRETS.has(name))) : body
  return createHash('sha256')
    .update(`rueda/command/v1\n${path}\n${key ?? ''}\n${canonical(said)}\n`)
    .digest('hex')
}
