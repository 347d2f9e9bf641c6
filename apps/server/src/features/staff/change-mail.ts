import type { StaffChangeRequest } from '@rueda/contract/admin/staff.ts'
import type { PowerName } from '@rueda/rules/staff/powers.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import { writeMail } from '../../mail/mail.ts'
import { readTexts } from '../../texts.ts'
import { SETUP_MS, setupUrl } from './setup.ts'
import { momentInMail, notifyStaff } from './staff-mail.ts'

/** The mails about changes of staff. Each is written in the transaction of its change, so that no change is silent. */
type App = Pick<FullApp, 'ids' | 'settings'>

export type ChangeTold = Readonly<{
  kind: StaffChangeRequest['kind']
  name: string
  email: string
  roles: readonly string[]
  powers?: readonly PowerName[]
}>

/** By the names that customers read in the register too. */
const powersIn = (language: 'es' | 'en', powers: readonly PowerName[] = []): string => {
  const texts = readTexts(language, 'powers')
  return powers.map((power) => texts[power] ?? power).join('; ')
}

const spanish: Readonly<Record<ChangeTold['kind'], (change: ChangeTold) => string>> = {
  invite: ({ name, email, roles }) => `invitar a ${name} (${email}) con los roles ${roles.join(', ')}`,
  inviteAgain: ({ name, email }) => `mandar otro enlace de alta a ${name} (${email})`,
  changeRoles: ({ name, roles }) => `cambiar los roles de ${name} a ${roles.join(', ')}`,
  disable: ({ name }) => `bloquear a ${name}`,
  composeRole: ({ name, powers }) => `crear el rol ${name} con las facultades: ${powersIn('es', powers)}`,
  changeRole: ({ name, powers }) => `cambiar el rol ${name} a las facultades: ${powersIn('es', powers)}`,
  retireRole: ({ name, roles }) => `retirar el rol ${name}${roles.length === 0 ? '' : `; quienes lo tienen pasan a ${roles.join(', ')}`}`,
}
const english: Readonly<Record<ChangeTold['kind'], (change: ChangeTold) => string>> = {
  invite: ({ name, email, roles }) => `invite ${name} (${email}) with the roles ${roles.join(', ')}`,
  inviteAgain: ({ name, email }) => `send another set-up link to ${name} (${email})`,
  changeRoles: ({ name, roles }) => `change the roles of ${name} to ${roles.join(', ')}`,
  disable: ({ name }) => `shut ${name} out`,
  composeRole: ({ name, powers }) => `create the role ${name} with the powers: ${powersIn('en', powers)}`,
  changeRole: ({ name, powers }) => `change the role ${name} to the powers: ${powersIn('en', powers)}`,
  retireRole: ({ name, roles }) => `retire the role ${name}${roles.length === 0 ? '' : `; whoever has it gets ${roles.join(', ')}`}`,
}

type Requested = Readonly<{ told: ChangeTold; makerName: string; aloneFrom: Instant | null; now: Instant }>

export function tellOfRequest(client: PoolClient, { ids }: App, { told, makerName, aloneFrom, now }: Requested): Promise<void> {
  const [es, en] = [spanish[told.kind](told), english[told.kind](told)]
  const until = aloneFrom === null ? null : momentInMail(aloneFrom)
  return notifyStaff(
    client,
    { ids, now },
    {
      subject: `Rueda: un cambio en el personal espera · a change of the staff waits`,
      body: [
        `${makerName} pidió ${es} el ${momentInMail(now)}.`,
        'Otro administrador puede aprobarlo ya.',
        ...(until === null ? [] : [`Si nadie se opone, ${makerName} puede hacerlo sin otra persona desde el ${until}.`]),
        'Para oponerte, entrá a la consola: está arriba en todas las pantallas.',
        '',
        `${makerName} asked to ${en} on ${momentInMail(now)}.`,
        'Another administrator can approve it now.',
        ...(until === null ? [] : [`If nobody objects, ${makerName} can do it without anybody else from ${until}.`]),
        'To object, go to the back office: it stands at the top of every screen.',
      ],
    },
  )
}

export const tellOfEmergencyChange = (client: PoolClient, { ids }: App, told: ChangeTold, now: Instant): Promise<void> =>
  notifyStaff(
    client,
    { ids, now },
    {
      subject: 'Rueda: la cuenta de emergencia cambió el personal · the emergency account changed the staff',
      body: [
        `El ${momentInMail(now)}, desde la cuenta de emergencia, se decidió ${spanish[told.kind](told)}.`,
        '',
        `On ${momentInMail(now)} the emergency account was used to ${english[told.kind](told)}.`,
      ],
    },
  )

type Invitation = Readonly<{ recipient: string; token: string; now: Instant }>

/** The one mail of ours that holds a link: it is requested in person, and useless without the mailbox. */
export const mailSetupLink = (client: PoolClient, { ids, settings }: App, { recipient, token, now }: Invitation): Promise<unknown> =>
  writeMail(
    client,
    { ids, now },
    {
      recipient,
      subject: 'Rueda: prepará tu cuenta de la consola · set up your back office account',
      body: [
        'Te invitaron a trabajar en la consola de Rueda. Este enlace sirve una vez y por un día:',
        'You are invited to work in the back office of Rueda. This link works once and for a day:',
        '',
        setupUrl({ settings }, token),
        '',
        'Si no lo esperabas, no lo abras y preguntá quién te invitó.',
        'If you did not expect it, do not open it, and ask who invited you.',
      ].join('\n'),
      usefulUntil: now + SETUP_MS,
    },
  )
