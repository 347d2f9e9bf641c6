import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Keyring } from './keyring.ts'

/**
 * Customers' confidential data (documents, card numbers, second factors) is stored sealed: AES-256-GCM with a key of its
 * own for each value, which is wrapped by a key that is not in the database (`docs/rules/privacy.md` 12).
 */
export interface Vault {
  /** `place` is bound into the seal: put in another account's row or another field, the value does not open. */
  seal(place: Place, content: Uint8Array): Buffer
  /** Throws when the key, the account or the field is another one, or when a bit has changed. */
  open(place: Place, sealed: Uint8Array): Buffer
  /** Returns true while the key it was sealed with is still there; one that has opened nothing for long is destroyed. */
  hasKeyOf(sealed: Uint8Array): boolean
  /** The same content with its data key wrapped anew by the current key; the content is neither opened nor sealed again. */
  rewrap(place: Place, sealed: Uint8Array): Buffer
  /** Reads the keys again; new values are then sealed with the key that is current now. */
  refresh(): Keyring
  /** The same for the same text, for finding and comparing what is sealed; without the key it reveals nothing. */
  fingerprint(kind: string, text: string): Buffer
}

export type Place = Readonly<{ accountId: string; field: string }>

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const WRAPPED_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES

/** `readAgain` gives the keys as they are now: a value sealed with one made since the start opens too. */
export function createVault(first: Keyring, readAgain: () => Keyring = () => first): Vault {
  let keyring = first
  const keyIfThere = (name: string): Buffer | undefined => {
    if (!keyring.keys.has(name)) keyring = readAgain()
    return keyring.keys.get(name)
  }
  const keyNamed = (name: string): Buffer => {
    const key = keyIfThere(name)
    if (key === undefined) throw new Error(`the vault has no key ${name}`)
    return key
  }
  const dataKeyOf = (about: Buffer, bytes: Buffer): Buffer =>
    decrypt(keyNamed(nameOfKey(bytes)), about, bytes.subarray(NAME_BYTES, NAME_BYTES + WRAPPED_BYTES))
  // Layout: name of the wrapping key, wrapped data key, content; each encrypted part is nonce, text, tag.
  const wrapped = (about: Buffer, dataKey: Buffer): Buffer => {
    const { current } = keyring
    return Buffer.concat([Buffer.from(current, 'hex'), encrypt(keyNamed(current), about, dataKey)])
  }
  return {
    seal: (place, content) => {
      const dataKey = randomBytes(KEY_BYTES)
      const about = bytesOf(place)
      return Buffer.concat([wrapped(about, dataKey), encrypt(dataKey, about, content)])
    },
    open: (place, sealed) => {
      const [about, bytes] = [bytesOf(place), viewOf(sealed)]
      return orRefuse(() => decrypt(dataKeyOf(about, bytes), about, bytes.subarray(NAME_BYTES + WRAPPED_BYTES)))
    },
    hasKeyOf: (sealed) => keyIfThere(nameOfKey(sealed)) !== undefined,
    rewrap: (place, sealed) => {
      const [about, bytes] = [bytesOf(place), viewOf(sealed)]
      return orRefuse(() => Buffer.concat([wrapped(about, dataKeyOf(about, bytes)), bytes.subarray(NAME_BYTES + WRAPPED_BYTES)]))
    },
    refresh: () => (keyring = readAgain()),
    fingerprint: (kind, text) =>
      createHmac('sha256', keyring.fingerprintKey)
        .update(JSON.stringify([kind, text]))
        .digest(),
  }
}

/** The key that a sealed value's data key is wrapped with, by its first bytes. */
export const nameOfKey = (sealed: Uint8Array): string => viewOf(sealed).toString('hex', 0, NAME_BYTES)
export const NAME_BYTES = 8
/** A sealed value begins with the name of the key and the wrapped data key; a change of keys touches nothing behind. */
export const SEAL_HEAD_BYTES = NAME_BYTES + WRAPPED_BYTES

const viewOf = (sealed: Uint8Array): Buffer => Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)

function orRefuse(work: () => Buffer): Buffer {
  try {
    return work()
  } catch (error) {
    throw new Error('the vault cannot open this value', { cause: error })
  }
}

const bytesOf = ({ accountId, field }: Place): Buffer => Buffer.from(JSON.stringify([accountId, field]))

function encrypt(key: Buffer, about: Buffer, content: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(about)
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, about: Buffer, encrypted: Buffer): Buffer {
  const nonce = encrypted.subarray(0, NONCE_BYTES)
  const tag = encrypted.subarray(-TAG_BYTES)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(about).setAuthTag(tag)
  return Buffer.concat([decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}
