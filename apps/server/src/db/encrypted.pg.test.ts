import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { openDatabase } from './open.ts'

it('a database that does not encrypt is told nothing where its certificate was to be checked', async () => {
  const heard: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data: Buffer) => {
      heard.push(data)
      // PostgreSQL's answer "no" to a client that asks for encryption.
      socket.write('N')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const databaseUrl = `postgresql://rueda:geheim@localhost:${port}/rueda?sslmode=verify-full`
  await expect(openDatabase({ dataFolder: '', databaseUrl })).rejects.toThrow('The database at DATABASE_URL does not answer')
  expect(Buffer.concat(heard).toString('latin1')).not.toContain('rueda')
  await new Promise((resolve) => server.close(resolve))
})
