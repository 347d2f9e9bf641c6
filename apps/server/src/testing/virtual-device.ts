import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/**
 * A device that makes passkeys and signs with them, for tests: what a phone does, with every part open to be spoilt
 * (Web Authentication, level 3; CBOR of RFC 8949, as far as it is needed here).
 */
export type VirtualDevice = Readonly<{
  id: string
  /** The answer to a challenge for a new passkey. */
  make: (challenge: string, spoilt?: Spoilt) => { clientDataJSON: string; attestationObject: string }
  /** Answers a challenge to sign in; each answer counts one up unless the test says otherwise. */
  answer: (challenge: string, spoilt?: Spoilt) => { clientDataJSON: string; authenticatorData: string; signature: string }
}>
export type Spoilt = Readonly<{ origin?: string; rpId?: string; counter?: number; unlocked?: boolean }>

const ORIGIN = 'http://localhost:8080'
const RP_ID = 'localhost'
const PRESENT = 0x01
const UNLOCKED = 0x04
const WITH_CREDENTIAL = 0x40
const ID_BYTES = 16

export function virtualDevice(): VirtualDevice {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(ID_BYTES)
  let used = 0
  const dataOf = ({ rpId = RP_ID, counter = used, unlocked = true }: Spoilt, credential: Buffer): Buffer => {
    const flags = PRESENT | (unlocked ? UNLOCKED : 0) | (credential.length > 0 ? WITH_CREDENTIAL : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential])
  }
  return {
    id: id.toString('base64url'),
    make: (challenge, spoilt = {}) => {
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, ID_BYTES]), id, coseKey(publicKey)])
      const authData = dataOf(spoilt, credential)
      const object = Buffer.concat([
        cborMap(3),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        cborMap(0),
        cborText('authData'),
        cborBytes(authData),
      ])
      return { clientDataJSON: clientData('webauthn.create', challenge, spoilt), attestationObject: object.toString('base64url') }
    },
    answer: (challenge, spoilt = {}) => {
      used += 1
      const authenticatorData = dataOf(spoilt, Buffer.alloc(0))
      const clientDataJSON = clientData('webauthn.get', challenge, spoilt)
      const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
      return {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      }
    },
  }
}

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest()

const clientData = (type: string, challenge: string, { origin = ORIGIN }: Spoilt): string =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')

/** ES256: key type 2 (1), algorithm -7 (3), curve P-256 (-1), and the two coordinates (-2, -3). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const pairs = Buffer.from([0x01, 0x02, 0x03, 0x26, 0x20, 0x01])
  const coordinate = (label: number, value: string) => Buffer.concat([Buffer.from([label]), cborBytes(Buffer.from(value, 'base64url'))])
  return Buffer.concat([cborMap(5), pairs, coordinate(0x21, x), coordinate(0x22, y)])
}

const cborMap = (entries: number): Buffer => Buffer.from([0xa0 + entries])
const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes])
