import { type Server, type Socket, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { smtpTransport } from './transport.ts'

/** A mail server without encryption, as one looks behind an attacker who removes the offer. */
let server: Server
let port: number
let heard: string[]

beforeAll(async () => {
  server = createServer(speak)
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  heard = []
})

function speak(socket: Socket): void {
  let isBody = false
  socket.write('220 mail.example\r\n')
  socket.on('error', () => undefined)
  socket.on('data', (data: Buffer) => {
    for (const line of data.toString().split('\r\n').filter(Boolean)) {
      heard.push(line)
      if (isBody && line !== '.') continue
      const answers: Record<string, string> = { EHLO: '250 mail.example', DATA: '354 go on', STARTTLS: '502 not here', QUIT: '221 bye' }
      isBody = line === 'DATA'
      socket.write(`${answers[line.split(' ')[0] ?? ''] ?? '250 fine'}\r\n`)
    }
  })
}

const mail = { recipient: 'ana@example.org', subject: 'Code', body: 'Tu código es 123456.' }

it('with a public name a code is not sent in clear over a network', async () => {
  const send = smtpTransport({ smtpUrl: `smtp://0.0.0.0:${port}?from=house@example.org`, publicUrl: 'https://rueda.example' })
  await expect(send(mail)).rejects.toThrow(/TLS/u)
  expect(heard.join('\n')).not.toContain('ana@example.org')
})

it.each([
  ['to a mail server on this machine', '127.0.0.1', 'https://rueda.example'],
  ['without a public name', '0.0.0.0', null],
])('it is sent %s', async (_, host, publicUrl) => {
  await smtpTransport({ smtpUrl: `smtp://${host}:${port}?from=house@example.org`, publicUrl })(mail)
  expect(heard.join('\n')).toContain('RCPT TO:<ana@example.org>')
})
