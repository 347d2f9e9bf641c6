import { resolve } from 'node:path'
import { isFolderLocked } from './db/folder-lock.ts'
import { command, withDatabase } from './command.ts'
import { StartRefused } from './db/start-refused.ts'
import { storeOf } from './storage/open-store.ts'
import { addKey, dropKey, openKeyring, readKeyring } from './vault/keyring.ts'
import { type Sealed, rewrapAll, usesOfKeys } from './vault/rotation.ts'
import { createVault } from './vault/vault.ts'

/** `npm run rotate-keys`: makes a new key of the vault, and wraps with it what the keys before it had wrapped. */
await command(async (settings) => {
  const { DATA_DIR } = settings
  if (readKeyring(DATA_DIR) === null)
    throw new StartRefused(`There is no vault in ${DATA_DIR} yet. Start the server once, or name its DATA_DIR.`)
  const isServed = isFolderLocked(resolve(DATA_DIR))
  await withDatabase(settings, (pool) => rotate({ pool, files: storeOf(settings), dataFolder: DATA_DIR }, isServed))
})

/** A change of keys that was cut off is finished before another one is begun. */
async function rotate({ pool, files, dataFolder }: Omit<Sealed, 'vault'>, isServed: boolean): Promise<void> {
  const found = await openKeyring(dataFolder, pool)
  const keyring = found.keys.size > 1 ? found : await addKey(dataFolder, pool)
  const { current } = keyring
  console.log(
    found === keyring ? `Going on with the change to the key ${current}.` : `The new key is ${current}; copy vault/keys.json now.`,
  )
  const sealed = { pool, files, dataFolder, vault: createVault(keyring, () => readKeyring(dataFolder) ?? keyring) }
  const began = performance.now()
  const count = await rewrapAll(sealed)
  console.log(`${count} values were wrapped with it in ${((performance.now() - began) / 1_000).toFixed(1)} s.`)
  const uses = await usesOfKeys(sealed)
  for (const name of keyring.keys.keys()) {
    if (name === current) continue
    if (uses.has(name)) console.log(`${name} still opens ${uses.get(name)} values; run this again.`)
    else if (isServed)
      console.log(`${name} opens nothing any more; the running server destroys it twenty minutes after it has used it last.`)
    else {
      await dropKey(dataFolder, pool, name)
      console.log(`${name} opened nothing any more and is destroyed.`)
    }
  }
}
