import { performance } from 'node:perf_hooks'
import { openPool } from '../../../db/open.ts'
import { canonical } from '../../../http/canonical.ts'
import { openStore } from '../../../storage/open-store.ts'
import { readKeyring } from '../../../vault/keyring.ts'
import { createVault } from '../../../vault/vault.ts'
import type { VerifyRequest } from './verifier.ts'
import { verifyBooks } from './verify.ts'

/** The process that verifies for a running server: it receives one request, answers once, and ends (`verifier.ts`). */
const { promise, resolve } = Promise.withResolvers<VerifyRequest>()
process.once('message', (request) => resolve(request as VerifyRequest))
// Nobody reads the answer once the server is gone.
process.once('disconnect', () => process.exit(1))
const { connection, dataFolder, filesIn, scope } = await promise
const pool = openPool(connection, 2)
// Without the keys nothing can be proven, and everything is checked.
const keyring = readKeyring(dataFolder)
const vault = keyring === null ? null : createVault(keyring)
const verification = await verifyBooks(pool, { dataFolder, files: openStore(filesIn) }, () => performance.now(), { scope, vault })
await pool.end()
// The rows that break a check hold numbers that only text can carry.
process.send?.(JSON.parse(canonical(verification)))
