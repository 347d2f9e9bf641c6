import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Ids } from '../../deps.ts'
import { momentInMail, notifyStaff } from './staff-mail.ts'

type Opened = Readonly<{ ids: Ids; now: Instant; address: string; device: string; cause: string }>

/** Staff read it in both languages of the console. No link: a mail that asks for a click is not ours. */
export const tellOfOpening = (client: PoolClient, { ids, now, address, device, cause }: Opened): Promise<void> =>
  notifyStaff(
    client,
    { ids, now },
    {
      subject: 'Rueda: se abrió la cuenta de emergencia · the emergency account was opened',
      body: [
        `Alguien abrió la cuenta de emergencia de la consola con sus dos llaves el ${momentInMail(now)}, desde ${address}, con ${device}.`,
        'Está abierta una hora como máximo. Riesgo o un administrador pueden cerrarla ya, en Personal y roles.',
        `Motivo: ${cause}`,
        '',
        `Somebody opened the back office's emergency account with its two keys on ${momentInMail(now)}, from ${address}, with ${device}.`,
        'It is open for an hour at most. Risk or an administrator can shut it now, under Staff and roles.',
        `Cause: ${cause}`,
      ],
    },
  )

export const tellOfSealing = (client: PoolClient, at: Readonly<{ ids: Ids; now: Instant }>): Promise<void> =>
  notifyStaff(client, at, {
    subject: 'Rueda: la cuenta de emergencia tiene llaves nuevas · the emergency account has new keys',
    body: [
      `La cuenta de emergencia se selló con dos llaves nuevas el ${momentInMail(at.now)}, en el servidor. Las anteriores ya no abren nada.`,
      'Si nadie te lo anunció, preguntá ya quién fue.',
      '',
      `The emergency account was sealed with two new keys on ${momentInMail(at.now)}, on the server. The ones before open nothing any more.`,
      'If nobody announced it, ask now who it was.',
    ],
  })
