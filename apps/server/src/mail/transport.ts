import { createTransport } from 'nodemailer'
import { isLoopback } from '../loopback.ts'

/** Hands one mail to a mail server; throws when it was not taken. */
export type Transport = (mail: Readonly<{ recipient: string; subject: string; body: string }>) => Promise<void>

const MAX_WAIT_MS = 10_000
const LOCAL_NAME = 'localhost'

type SmtpSettings = Readonly<{ smtpUrl: string; publicUrl: string | null }>

export function smtpTransport({ smtpUrl, publicUrl }: SmtpSettings): Transport {
  const server = new URL(smtpUrl)
  const from = { name: 'Rueda', address: senderOf(server, publicUrl) }
  const mailer = createTransport({
    host: server.hostname,
    // An answer that encryption is impossible may come from an attacker on the way, who must not get the codes.
    requireTLS: publicUrl !== null && !isLoopback(server.hostname),
    port: Number(server.port) || (server.protocol === 'smtps:' ? 465 : 587),
    secure: server.protocol === 'smtps:',
    ...(server.username !== '' && { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }),
    connectionTimeout: MAX_WAIT_MS,
    greetingTimeout: MAX_WAIT_MS,
    socketTimeout: MAX_WAIT_MS,
    // Nothing in a mail is ever read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ recipient, subject, body }) => {
    // An address object, so that no text in it can become a second recipient or a header.
    await mailer.sendMail({ from, to: { name: '', address: recipient }, subject, text: body })
  }
}

/** Returns `?from=` of the address, else the mail account itself, else no-reply at the server's public name. */
function senderOf(server: URL, publicUrl: string | null): string {
  const account = decodeURIComponent(server.username)
  const house = publicUrl === null ? LOCAL_NAME : new URL(publicUrl).hostname
  return server.searchParams.get('from') ?? (account.includes('@') ? account : `no-reply@${house}`)
}
