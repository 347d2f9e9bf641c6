import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { base64, fromBase64 } from '@rueda/proof/bytes.ts'
import { cosignerKey } from '@rueda/proof/cosignature.ts'
import type { Signer } from '@rueda/proof/note.ts'
import { COSIGNATURE, isKeyName } from '@rueda/proof/verifier-key.ts'
import { readIfThere, replaceFile } from '../durable-file.ts'
import { Stopped } from '../stopped.ts'

/**
 * The key of a witness in one line, as tools for signed notes write private keys: name, id, and the type before the secret.
 * It cosigns checkpoints and is used for nothing else, since what it signs does not say the witness' name.
 */
const KEY_LINE = /^PRIVATE\+KEY\+(?<name>[^+\n]+)\+(?<id>[0-9a-f]{8})\+(?<material>[A-Za-z0-9+/=]+)\n$/u
const SECRET_BYTES = 32
const ID_DIGITS = 8
/** Anybody but the owner. */
const OTHERS = 0o077

export const keyPath = (folder: string): string => join(folder, 'key')

const idOf = (signer: Signer): string => cosignerKey(signer).id.toString(16).padStart(ID_DIGITS, '0')

/** Draws a key under a name and keeps it. */
export async function makeKey(folder: string, name: string | null): Promise<Signer> {
  if (name === null)
    throw new Stopped(
      'A witness has a name for ever. Give it one at its first start, best an address of yours: --name witness.example.org/w1',
    )
  if (!isKeyName(name)) throw new Stopped(`"${name}" is no name of a key: it has no spaces and no plus. Try --name witness.example.org/w1`)
  const signer: Signer = { name, secretKey: randomBytes(SECRET_BYTES) }
  const material = base64(Buffer.concat([Buffer.of(COSIGNATURE), signer.secretKey]))
  await replaceFile(keyPath(folder), `PRIVATE+KEY+${name}+${idOf(signer)}+${material}\n`)
  return signer
}

/** The key that is kept, whole and for nobody else to read; null where there is none. */
export async function readKey(folder: string, name: string | null): Promise<Signer | null> {
  const path = keyPath(folder)
  const line = await readIfThere(path)
  if (line === null) return null
  const { mode } = await stat(path)
  if ((mode & OTHERS) !== 0)
    throw new Stopped(
      `Other accounts may read the key ${path}. Whoever had it can cosign in this witness' name. chmod 600 it, if nobody had.`,
    )
  const signer = parseKey(line)
  if (signer === null)
    throw new Stopped(
      `The key ${path} is broken. Bring the file back from a copy, or begin a new witness with another --folder and --name.`,
    )
  if (name !== null && name !== signer.name)
    throw new Stopped(
      `The key in ${path} is called ${signer.name}, not ${name}. A witness keeps its name: leave --name out, or choose another --folder.`,
    )
  return signer
}

function parseKey(line: string): Signer | null {
  const { name = '', id = '', material = '' } = KEY_LINE.exec(line)?.groups ?? {}
  const bytes = fromBase64(material)
  if (!isKeyName(name) || bytes?.length !== SECRET_BYTES + 1 || bytes[0] !== COSIGNATURE) return null
  const signer: Signer = { name, secretKey: bytes.subarray(1) }
  // The id follows from the public key: one that does not fit says that the secret is not the one that was drawn.
  return idOf(signer) === id ? signer : null
}
