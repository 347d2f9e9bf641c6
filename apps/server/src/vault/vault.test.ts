import { expect, test } from 'vitest'
import { newKeyring } from './keyring.ts'
import { createVault } from './vault.ts'

const keyring = newKeyring()
const vault = createVault(keyring)
const place = { accountId: '10002931', field: 'card.number' }
const REFUSED = 'the vault cannot open this value'
const NUMBER = Buffer.from('2850590940090418135201')

test('what was sealed opens in its own place', () => {
  expect(vault.open(place, vault.seal(place, NUMBER))).toEqual(NUMBER)
  expect(vault.open(place, vault.seal(place, Buffer.alloc(0)))).toEqual(Buffer.alloc(0))
})

test('nothing of it can be read, and no two seals are alike', () => {
  const sealed = vault.seal(place, NUMBER)
  expect(sealed.includes(NUMBER)).toBe(false)
  expect(sealed).not.toEqual(vault.seal(place, NUMBER))
})

test('it opens neither in the row of another account nor in another field', () => {
  const sealed = vault.seal(place, NUMBER)
  expect(() => vault.open({ ...place, accountId: '10002932' }, sealed)).toThrow(REFUSED)
  expect(() => vault.open({ ...place, field: 'card.holder' }, sealed)).toThrow(REFUSED)
})

test('every changed byte is noticed, and so is a cut end', () => {
  const sealed = vault.seal(place, NUMBER)
  for (const position of sealed.keys()) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(position) ^ 1, position)
    expect(() => vault.open(place, changed)).toThrow(REFUSED)
  }
  for (const length of sealed.keys()) expect(() => vault.open(place, sealed.subarray(0, length))).toThrow(REFUSED)
})

test('another vault opens nothing, also when its key has the same name', () => {
  const sealed = vault.seal(place, NUMBER)
  expect(() => createVault(newKeyring()).open(place, sealed)).toThrow(REFUSED)
  const [other] = newKeyring().keys.values()
  expect(other).toBeDefined()
  const impostor = createVault({ ...keyring, keys: new Map([[keyring.current, other ?? Buffer.alloc(0)]]) })
  expect(() => impostor.open(place, sealed)).toThrow(REFUSED)
})

test('after a change of keys the old values open, and new ones are sealed with the new key', () => {
  const sealed = vault.seal(place, NUMBER)
  const newer = newKeyring()
  const changed = createVault({ ...newer, keys: new Map([...keyring.keys, ...newer.keys]) })
  expect(changed.open(place, sealed)).toEqual(NUMBER)
  expect(changed.seal(place, NUMBER).toString('hex').startsWith(newer.current)).toBe(true)
})

test('a fingerprint is the same for the same text of the same kind, and only with the same key', () => {
  const print = vault.fingerprint('document', 'AR|dni|30123456')
  expect(vault.fingerprint('document', 'AR|dni|30123456')).toEqual(print)
  expect(vault.fingerprint('card', 'AR|dni|30123456')).not.toEqual(print)
  expect(vault.fingerprint('document', 'AR|dni|30123457')).not.toEqual(print)
  expect(createVault(newKeyring()).fingerprint('document', 'AR|dni|30123456')).not.toEqual(print)
})
