import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { endWhileStarting, newDataFolder } from '../server-process.ts'

/** Goal: a start that is ended before the server is open leaves nothing running and nothing locked. */
const dataFolder = newDataFolder('rueda-ended-start-')
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }))

const LOCK = 'server.lock'
const POSTGRES = join('postgres', 'data', 'postmaster.pid')

it.each([
  ['its PostgreSQL is made', LOCK],
  ['its PostgreSQL starts', POSTGRES],
  ['its market is worked out', join('vault', 'keys.json')],
])('a stop while %s ends it in good order', async (_, file) => {
  const { code, said } = await endWhileStarting({ DATA_DIR: dataFolder, SIM_SEED: 'ended start' }, join(dataFolder, file))
  expect({ code, said }).toEqual({ code: 0, said: '' })
  for (const left of [LOCK, POSTGRES]) expect(existsSync(join(dataFolder, left)), left).toBe(false)
})
